// binary/pack-llr: channel LLRs as the words of the decoder's number format, its variables in its own order.
// in   symbol [variable]: code symbol, channel_llr [frame][N] ln P(0)/P(1)
// out  channel [word][N], posteriors [word][N] the same (COPY only); FRAME_INTERLEAVED: both with the word last
// map  binary/pack-elements
#import common/run, common/bound, <lanes>, binary/pack-elements

#in symbol: u32, channel_llr: f32
#out channel: u32, posteriors: u32

fn source(variable: u32) -> u32 { return symbol[variable]; }

// The word of symbol n.
fn packed(word: u32, n: u32) -> u32 {
  var bits = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    // A lane without a frame holds the zero word: it is done after the first iteration.
    let llr = select(LLR_BOUND, channel_llr[min(frame, run.frames - 1u) * N + n], frame < run.frames);
    bits |= lane_of(llr, lane);
  }
  return bits;
}

fn put(word: u32, variable: u32, bits: u32) {
  let index = word_index(word, variable, N);
  channel[index] = bits;
  if (COPY == 1u) { posteriors[index] = bits; }
}

#main id: workgroup_id, invocation: local_invocation_index { pack_elements(id, invocation, N); }
