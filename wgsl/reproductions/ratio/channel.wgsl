// reproductions/ratio/channel: the channel LLRs as likelihood ratios r = P(0)/P(1) = exp(LLR) in the decoder's order of
// variables (Mink and Nakassis, section 3: "f" form). LLRs are cut at ±LLR_CLIP, the largest message, and those of
// known symbols at ±69, where e^69 is near 2^100.
// in   symbol [variable]: code symbol, channel_llr [frame][N] ln P(0)/P(1)
// out  channel [word][variable][lane], FRAME_INTERLEAVED [variable][word][lane]
// map  reproductions/ratio/invocations
// exact: to the accuracy of exp, 3 + 2·|LLR| units in the last place
#import common/run, common/bound, <message>, reproductions/ratio/invocations

#in symbol: u32, channel_llr: f32
#out channel: f32

const LLR_CLIP: f32 = bitcast<f32>(LLR_CLIP_BITS);
const KNOWN: f32 = 69.0;

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let word = invocation_word(workgroup, invocation);
  if (word >= words_of_run()) { return; }
  let nodes = invocation_nodes(workgroup, invocation, N);
  for (var n = nodes.x; n < nodes.y; n++) {
    for (var lane = 0u; lane < INTERLEAVE; lane++) {
      let frame = word * INTERLEAVE + lane;
      // A lane without a frame holds the zero word.
      let llr = select(LLR_BOUND, channel_llr[min(frame, run.frames - 1u) * N + symbol[n]], frame < run.frames);
      let largest = select(LLR_CLIP, KNOWN, abs(llr) >= LLR_BOUND);
      channel[element(n, N, word) * INTERLEAVE + lane] = exp(clamp(llr, -largest, largest));
    }
  }
}
