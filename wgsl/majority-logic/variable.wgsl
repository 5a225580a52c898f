// majority-logic/variable: votes, reliabilities and decision of majority-logic decoding (Chen, Huang, Chao and Lin 2010). Check i votes
// for variable j with the symbol σ_{i,j} = (s_i ⊕ Σ_{j'≠j} h_{i,j'}·z_{j'})/h_{i,j} = z_j ⊕ failure_i/h_{i,j}, and
//   R_j(a) += Σ_{i: σ_{i,j} = a} φ_{i,j},   z_j = argmax_a R_j(a).
// Reliabilities only grow, so only the present decision and the symbols with votes can be largest; other symbols are
// not read. Among equals the symbol that reached the value first wins, where votes count by ascending check and the
// present decision comes before any vote. The lowest symbol would favour 0, and with it the all-zero word.
// in   variable_start [N + 1], variable_edges [edge] (check, 1/h) in variable-major order
//      products [a][b] u32, of the field
//      check_words [check][frame] (majority-logic/words), unsatisfied [iteration][frame]
// i/o  reliabilities [variable][symbol][frame] u32
//      variable_words [variable][frame] (majority-logic/words)
// map  one invocation per variable and frame: workgroup x has NODES_PER_WORKGROUP variables, workgroup y 64 frames
// range: the program refuses iterations after which a reliability may not fit 32 bits
// exact: integers
#import common/run

#in variable_start: u32, variable_edges: vec2u, products: u32, check_words: u32, unsatisfied: u32
#out reliabilities: u32, variable_words: u32

#import majority-logic/words, common/active-frames/done

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  if (frame_done(frame)) { return; }
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var n = first; n < min(first + NODES_PER_WORKGROUP, N); n++) {
    let word = variable_words[n * run.frames + frame];
    let present = symbol_of(word);
    let reliability = word >> SYMBOL_BITS;
    let present_at = (n * Q + present) * run.frames + frame;
    // Most votes are for the present decision: its reliability stays in a register.
    var own = reliabilities[present_at];
    var best = present;
    var greatest = own;
    for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
      let edge = variable_edges[k];
      let check = check_words[edge.x * run.frames + frame];
      let vote = present ^ products[edge.y * Q + symbol_of(check)];
      var sum = vote_weight(check, reliability);
      if (vote == present) {
        sum += own;
        own = sum;
      } else {
        let at = (n * Q + vote) * run.frames + frame;
        sum += reliabilities[at];
        reliabilities[at] = sum;
      }
      if (sum > greatest || vote == best) {
        greatest = sum;
        best = vote;
      }
    }
    reliabilities[present_at] = own;
    variable_words[n * run.frames + frame] = variable_word(best, reliability);
  }
}
