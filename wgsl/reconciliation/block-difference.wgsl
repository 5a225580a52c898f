// reconciliation/block-difference: number of bits in which two packed blocks differ: the bits that reconciliation corrected.
// in   sifted_bits, corrected_bits [frame] packed, KEY_BITS a frame, zeros behind a block's bits (reconciliation/packed-bits)
// out  difference [frame]              bits
// map  one workgroup per frame (workgroup y), each invocation counts every WORKGROUP_SIZE-th byte
// exact: integers
#import common/run, common/workgroup-slot, reconciliation/packed-bits

#in sifted_bits: u32, corrected_bits: u32
#out difference: u32

var<workgroup> sum: atomic<u32>;

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup_slot(workgroup);
  if (slot >= run.frames) { return; }
  let start = slot * packed_bytes(KEY_BITS);
  var count = 0u;
  for (var byte = start + invocation; byte < start + packed_bytes(KEY_BITS); byte += WORKGROUP_SIZE) {
    let differing = sifted_bits[byte / 4u] ^ corrected_bits[byte / 4u];
    count += countOneBits((differing >> (8u * (byte & 3u))) & 0xffu);
  }
  atomicAdd(&sum, count);
  workgroupBarrier();
  if (invocation == 0u) { difference[slot] = atomicLoad(&sum); }
}
