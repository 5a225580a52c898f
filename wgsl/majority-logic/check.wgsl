// majority-logic/check: the symbol Σ_j h_{i,j}·z_j ⊕ s_i by which a check fails, s the given syndrome or zero; marks
// the frames with a failed check. This symbol is the check's whole message: its sum without variable j, divided by
// h_{i,j}, is z_j plus the failure divided by h_{i,j} (majority-logic/variable).
// in   check_start [M + 1], check_edges [edge] (variable, value h)
//      products [a][b] u32, of the field
//      check_syndromes [check][frame], if SYNDROME = 1; else one unused element
//      variable_words [variable][frame] (majority-logic/words)
// i/o  check_words [check][frame] (majority-logic/words)
//      unsatisfied [iteration][frame]: 1 where a check of the frame fails in this iteration
// map  one invocation per check and frame: workgroup x has NODES_PER_WORKGROUP checks, workgroup y 64 frames
// exact: integers
#import common/run

#in check_start: u32, check_edges: vec2u, products: u32, check_syndromes: u32, variable_words: u32
#out check_words: u32, unsatisfied: atomic<u32>

#import majority-logic/words, common/active-frames/done-atomic

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  if (frame_done(frame)) { return; }
  var failed = 0u;
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var m = first; m < min(first + NODES_PER_WORKGROUP, M); m++) {
    let at = m * run.frames + frame;
    var error = 0u;
    if (SYNDROME == 1u) { error = check_syndromes[at]; }
    for (var e = check_start[m]; e < check_start[m + 1u]; e++) {
      let edge = check_edges[e];
      error ^= products[edge.y * Q + symbol_of(variable_words[edge.x * run.frames + frame])];
    }
    check_words[at] = (check_words[at] & ~SYMBOL_MASK) | error;
    failed |= error;
  }
  if (failed != 0u) { atomicStore(&unsatisfied[run.iteration * run.frames + frame], 1u); }
}
