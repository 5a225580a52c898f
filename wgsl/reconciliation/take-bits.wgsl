// reconciliation/take-bits: packed bits from coefficients of a polynomial, bit i from coefficient FIRST + i, FIRST of a buffer. Beyond the last
// coefficient it begins again.
// in   first [frame]
//      polynomial [frame][WORDS]   coefficient c is bit c mod 32 of word ⌊c/32⌋
// out  packed [frame][WORDS]
// map  one invocation per word; workgroup y = frame
// bound by memory
// exact: nothing is computed
#import common/run, common/workgroup-slot, reconciliation/packed-bits

#in first: u32, polynomial: u32
#out packed: u32

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= WORDS || slot >= run.frames) { return; }
  let begin = slot * WORDS;
  let word = id.x + first[slot] / 32u;
  let shift = first[slot] % 32u;
  let low = polynomial[begin + word % WORDS] >> shift;
  // Twice, as a shift by 32 is none.
  let high = (polynomial[begin + (word + 1u) % WORDS] << (31u - shift)) << 1u;
  packed[begin + id.x] = in_order(low | high);
}
