// reconciliation/ring-join: products modulo z^(GROUP·L) − 1 of two polynomials in z, from the products of their GROUP pieces of L
// coefficients: piece i begins at z^(i·L) and has 2·L coefficients, a word each or a row of words; L of them are HALF words.
// in   elements [frame][COUNT][2·HALF]
// out  product [frame][COUNT·HALF]
// map  one invocation per word, CHUNKS workgroups per piece; workgroup y = frame
// bound by memory
// exact: exclusive or
#import common/run, common/workgroup-slot

#in elements: u32
#out product: u32

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup_slot(workgroup);
  let piece = workgroup.x / CHUNKS;
  let at = workgroup.x % CHUNKS * WORKGROUP_SIZE + invocation;
  if (at >= HALF || slot >= run.frames) { return; }
  let before = select(piece - 1u, piece + GROUP - 1u, piece % GROUP == 0u);
  let base = slot * COUNT;
  product[(base + piece) * HALF + at] = elements[(base + piece) * 2u * HALF + at] ^ elements[(base + before) * 2u * HALF + HALF + at];
}
