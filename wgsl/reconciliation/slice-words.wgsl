// reconciliation/slice-words: between words of 32 coefficients of one polynomial and words of one coefficient of 32 polynomials.
// SLICE: in elements [frame][GROUPS][32·LANES][2·L], out coefficients [frame][GROUPS][96·L][LANES], of which the last 32·L stay zeros.
// else:  in coefficients [frame][GROUPS][96·L][LANES], out elements [frame][GROUPS][32·LANES][2·L], reduced modulo x^(64·L) + x^(32·L) + 1.
// map  one invocation per word of 32 elements and lane; workgroup y = frame
// bound by the loads and stores of rows
// exact: exclusive or
#import common/run, common/workgroup-slot, reconciliation/bit-transpose

#in source: u32
#out result: u32

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  let lane = id.x % LANES;
  let word = id.x / LANES % (2u * L);
  let group = id.x / (LANES * 2u * L);
  if (group >= GROUPS || slot >= run.frames) { return; }
  let elements = (32u * ((slot * GROUPS + group) * LANES + lane)) * 2u * L + word;
  let sliced = ((slot * GROUPS + group) * 96u * L + 32u * word) * LANES + lane;
  var words: array<u32, 32>;
#if SLICE
#for b in 0..32: words[$b] = source[elements + $bu * 2u * L];
  transpose(&words);
#for b in 0..32: result[sliced + $bu * LANES] = words[$b];
#else
  // x^(64·L) is x^(32·L) + 1.
  let folded = sliced + select(32u * L, 64u * L, word < L) * LANES;
#for b in 0..32: words[$b] = source[sliced + $bu * LANES] ^ source[folded + $bu * LANES];
  transpose(&words);
#for b in 0..32: result[elements + $bu * 2u * L] = words[$b];
#end
}
