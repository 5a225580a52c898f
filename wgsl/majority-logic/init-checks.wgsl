// majority-logic/init-checks: initial state of a check of majority-logic decoding: the failure of the received hard
// decisions, and the weights of its votes, φ_{i,j} = the least reliability of its variables but j (Chen, Huang, Chao
// and Lin 2010), which never change. A check of one variable votes with weight LARGEST.
// in   check_start [M + 1], check_edges [edge] (variable, value h)
//      products [a][b] u32, of the field
//      syndrome [frame][M] u32, if SYNDROME = 1; else one unused element
//      variable_words [variable][frame] (majority-logic/words)
// out  check_words [check][frame] (majority-logic/words)
//      check_syndromes [check][frame], if SYNDROME = 1; else one unused element
// map  one invocation per check and frame: workgroup x has NODES_PER_WORKGROUP checks, workgroup y 64 frames
// exact: integers
#import common/run

#in check_start: u32, check_edges: vec2u, products: u32, syndrome: u32, variable_words: u32
#out check_words: u32, check_syndromes: u32

#import majority-logic/words

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var m = first; m < min(first + NODES_PER_WORKGROUP, M); m++) {
    var error = 0u;
    if (SYNDROME == 1u) {
      error = syndrome[frame * M + m];
      check_syndromes[m * run.frames + frame] = error;
    }
    var least = LARGEST;
    var second = LARGEST;
    for (var e = check_start[m]; e < check_start[m + 1u]; e++) {
      let edge = check_edges[e];
      let word = variable_words[edge.x * run.frames + frame];
      error ^= products[edge.y * Q + symbol_of(word)];
      let reliability = word >> SYMBOL_BITS;
      second = min(second, max(least, reliability));
      least = min(least, reliability);
    }
    check_words[m * run.frames + frame] = check_word(error, least, second);
  }
}
