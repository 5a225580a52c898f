// majority-logic/init-variables: initial reliabilities of majority-logic decoding (Chen, Huang, Chao and Lin 2010).
// SOFT = 1, ISRB: C(a) = L(a) in steps, to the nearest, halves up, at most LARGEST; with φ(a) = max C/2 − C(a) the first
//      reliability λ·φ(a) is stored as R(a) = 2λ·(max C − C(a)), which is the same but for twice the scale and a constant
//      of the variable; its own reliability max φ, at twice the scale, is max C.
// SOFT = 0, IHRB: R(z) = γ and 0 elsewhere, the variable's own reliability is 1.
// The hard decision is z = argmin L(a), the lowest a of equals.
// in   channel_llr [frame][N][q] f32, natural logarithm
// out  reliabilities [variable][symbol][frame] u32
//      variable_words [variable][frame] u32: z, and the variable's own reliability from bit 8 on
// map  one invocation per variable and frame: workgroup x has NODES_PER_WORKGROUP variables, workgroup y 64 frames
// exact: a multiplication by a power of two, then integers
#import common/run

#in channel_llr: f32
#out reliabilities: u32, variable_words: u32

#import majority-logic/words, majority-logic/steps

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var n = first; n < min(first + NODES_PER_WORKGROUP, N); n++) {
    let channel_at = (frame * N + n) * Q;
    var decision = 0u;
    var least = channel_llr[channel_at];
    var greatest = least;
    for (var a = 1u; a < Q; a++) {
      let llr = channel_llr[channel_at + a];
      if (llr < least) {
        least = llr;
        decision = a;
      }
      greatest = max(greatest, llr);
    }
    let largest = quantised(greatest);
    for (var a = 0u; a < Q; a++) {
      var first_reliability = select(0u, FIRST, a == decision);
      if (SOFT == 1u) { first_reliability = FIRST * (largest - quantised(channel_llr[channel_at + a])); }
      reliabilities[(n * Q + a) * run.frames + frame] = first_reliability;
    }
    variable_words[n * run.frames + frame] = variable_word(decision, select(1u, largest, SOFT == 1u));
  }
}
