// majority-logic/init-bits: initial reliabilities of wBRB (Huang, Zhang and Wang 2014), of bits: the LLR of bit b of a symbol is the least L(a) of the
// symbols with this bit less the least of those without it, positive for 0, in steps, to the nearest, at most LARGEST. The hard decision is
// z = argmin L(a), the lowest a of equals.
// in   channel_llr [frame][N][q] f32, natural logarithm
//      variable_start [N + 1], variable_edges [edge in variable-major order]: edge
// out  reliabilities [variable][bit][frame] i32, as u32
//      variable_words [variable][frame] (majority-logic/words): z, and the least reliability of its bits
//      edge_words [edge][frame]: the same, the first messages to checks
// map  one invocation per variable and frame: workgroup x has NODES_PER_WORKGROUP variables, workgroup y 64 frames
// exact: a subtraction, a multiplication by a power of two, then integers
#import common/run

#in channel_llr: f32, variable_start: u32, variable_edges: u32
#out reliabilities: u32, variable_words: u32, edge_words: u32

#import majority-logic/words, majority-logic/steps

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var n = first; n < min(first + NODES_PER_WORKGROUP, N); n++) {
    let channel_at = (frame * N + n) * Q;
    var decision = 0u;
    var least = channel_llr[channel_at];
    for (var a = 1u; a < Q; a++) {
      let llr = channel_llr[channel_at + a];
      decision = select(decision, a, llr < least);
      least = min(least, llr);
    }
    var reliability = LARGEST;
    for (var b = 0u; b < BITS; b++) {
      // The decision has the least of all, so one of the two is known.
      let own = (decision >> b) & 1u;
      var other = 3.0e38;
      for (var a = 0u; a < Q; a++) {
        other = select(other, min(other, channel_llr[channel_at + a]), ((a >> b) & 1u) != own);
      }
      let steps = quantised(other - least);
      reliability = min(reliability, steps);
      reliabilities[(n * BITS + b) * run.frames + frame] = select(steps, 0u - steps, own == 1u);
    }
    let word = variable_word(decision, reliability);
    variable_words[n * run.frames + frame] = word;
    for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) { edge_words[variable_edges[k] * run.frames + frame] = word; }
  }
}
