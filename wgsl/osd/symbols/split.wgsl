// osd/symbols/split: the bits of symbols, least significant bit first.
// in   symbols [frame][LENGTH]
// out  bits [frame][LENGTH][P]
// map  one invocation per bit; workgroup y = frame
// exact: bits
#import common/run, common/workgroup-slot

#in symbols: u32
#out bits: u32

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= LENGTH * P || slot >= run.frames) { return; }
  bits[slot * LENGTH * P + id.x] = (symbols[slot * LENGTH + id.x / P] >> (id.x % P)) & 1u;
}
