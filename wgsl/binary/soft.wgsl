// binary/soft: the posteriors as LLRs ln P(0)/P(1), frame by frame.
// in   symbol [variable]: code symbol, posteriors [word][N]; FRAME_INTERLEAVED: with the word last
// out  soft [frame][N] f32             natural logarithm
// map  one invocation per variable; workgroup y = word. FRAME_INTERLEAVED: one workgroup per 32 variables (x) and WORKGROUP_SIZE words
//      (y), which transposes a tile in workgroup memory
// exact: one multiplication, of a whole number in formats of integers
#import common/run, <lanes>, binary/formats/lane-number

#in symbol: u32, posteriors: u32
#out soft: f32

const STEP: f32 = bitcast<f32>(STEP_BITS);

// The LLRs of symbol n in the frames of a word.
fn put(word: u32, n: u32, posterior: u32) {
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    if (frame < run.frames) { soft[frame * N + n] = number_of(posterior, lane) * STEP; }
  }
}

#import binary/posterior/each-posterior

#main id: workgroup_id, invocation: local_invocation_index { each_posterior(id, invocation); }
