// ratio-channel: what the channel says, as likelihood ratios r = P(0)/P(1) = exp(LLR) in the decoder's order of variables
// (Mink and Nakassis, section 3: "f" form). LLRs are cut at ±69, where e^69 is near 2^100.
// in   symbol [variable]: code symbol, channel_llr [frame][N] ln P(0)/P(1)
// out  channel [word][variable][lane], FRAMES_FASTEST [variable][word][lane]
// map  shared/ratio-items
// exact: to what exp has, 3 + 2·|LLR| units in the last place
#import shared/run
#import <message>
#import shared/ratio-items

@group(0) @binding(1) var<storage, read> symbol: array<u32>;
@group(0) @binding(2) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(3) var<storage, read_write> channel: array<f32>;

const LLR_MAXIMUM: f32 = 69.0;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let word = item_word(group, item);
  if (word >= words_of_run()) { return; }
  let nodes = item_nodes(group, item, N);
  for (var n = nodes.x; n < nodes.y; n++) {
    for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
      let frame = word * FRAMES_PER_WORD + lane;
      // A lane without a frame holds the zero word.
      let llr = select(LLR_MAXIMUM, channel_llr[min(frame, run.frames - 1u) * N + symbol[n]], frame < run.frames);
      channel[element(n, N, word) * FRAMES_PER_WORD + lane] = exp(clamp(llr, -LLR_MAXIMUM, LLR_MAXIMUM));
    }
  }
}
