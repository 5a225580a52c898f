// majority-logic/bit-checks: the messages of the checks of wBRB, in the place of those that they read: the symbol σ_{i,j} that satisfies check i for
// variable j, and φ_{i,j}, the least reliability of the other variables' messages. A check of one variable votes with LARGEST. MARK: marks the frames
// with a check that the decisions fail.
// in   check_start [M + 1], check_factors [edge] (variable, h + 256/h)
//      products [a][b] u32, of the field
//      syndrome [frame][M] u32, if SYNDROME = 1; else one unused element
//      variable_words [variable][frame] (majority-logic/words)
// i/o  edge_words [edge][frame]: a symbol, and its reliability from bit 8 on
//      unsatisfied [iteration][frame]: 1 where a check of the frame fails in this iteration
// map  one invocation per check and frame: workgroup x has NODES_PER_WORKGROUP checks, workgroup y 64 frames
// exact: integers
#import common/run

#in check_start: u32, check_factors: vec2u, products: u32, syndrome: u32, variable_words: u32
#out edge_words: u32, unsatisfied: atomic<u32>

#import majority-logic/words, common/active-frames/done-atomic

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  if (MARK == 1u && frame_done(frame)) { return; }
  var failed = 0u;
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var m = first; m < min(first + NODES_PER_WORKGROUP, M); m++) {
    var sum = 0u;
    if (SYNDROME == 1u) { sum = syndrome[frame * M + m]; }
    var error = sum;
    var least = LARGEST;
    var second = LARGEST;
    for (var e = check_start[m]; e < check_start[m + 1u]; e++) {
      let edge = check_factors[e];
      let row = (edge.y & SYMBOL_MASK) * Q;
      let word = edge_words[e * run.frames + frame];
      sum ^= products[row + symbol_of(word)];
      error ^= products[row + symbol_of(variable_words[edge.x * run.frames + frame])];
      let reliability = word >> SYMBOL_BITS;
      second = min(second, max(least, reliability));
      least = min(least, reliability);
    }
    failed |= error;
    for (var e = check_start[m]; e < check_start[m + 1u]; e++) {
      let word = edge_words[e * run.frames + frame];
      let symbol = symbol_of(word) ^ products[(check_factors[e].y >> SYMBOL_BITS) * Q + sum];
      edge_words[e * run.frames + frame] = variable_word(symbol, select(least, second, (word >> SYMBOL_BITS) == least));
    }
  }
  if (MARK == 1u && failed != 0u) { atomicStore(&unsatisfied[run.iteration * run.frames + frame], 1u); }
}
