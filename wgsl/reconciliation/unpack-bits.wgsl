// reconciliation/unpack-bits: unpacks bits into a word each.
// in   packed [frame]                  LENGTH bits a frame (reconciliation/packed-bits)
// out  bits [frame][LENGTH]            0 or 1
// map  one invocation per bit; workgroup y = frame
// bound by the 4·LENGTH bytes written per frame
// exact: nothing is computed
#import common/run, common/workgroup-slot, reconciliation/packed-bits

#in packed: u32
#out bits: u32

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= LENGTH || slot >= run.frames) { return; }
  let i = slot * 8u * packed_bytes(LENGTH) + id.x;
  bits[slot * LENGTH + id.x] = bit_of(packed[i / 32u], i);
}
