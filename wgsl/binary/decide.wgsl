// binary/decide: hard decisions: 1 where the posterior is negative.
// in   symbol [variable]: code symbol, posteriors [word][N]; FRAME_INTERLEAVED: with the word last
// out  decision [frame][N]
// map  one invocation per variable; workgroup y = word. FRAME_INTERLEAVED: one workgroup per 32 variables (x) and WORKGROUP_SIZE words
//      (y), which transposes a tile in workgroup memory
#import common/run, <lanes>

#in symbol: u32, posteriors: u32
#out decision: u32

// The decisions of symbol n in the frames of a word.
fn put(word: u32, n: u32, posterior: u32) {
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    let sign = (posterior >> ((lane + 1u) * (32u / INTERLEAVE) - 1u)) & 1u;
    if (frame < run.frames) { decision[frame * N + n] = sign; }
  }
}

#import binary/posterior/each-posterior

#main id: workgroup_id, invocation: local_invocation_index { each_posterior(id, invocation); }
