// reconciliation/unpack-bits: unpacks bits into a word each.
// in   packed [frame]                  LENGTH bits a frame (reconciliation/packed-bits)
// out  bits [frame][LENGTH]            0 or 1
// map  one invocation per bit; workgroup y = frame
// bound by the 4·LENGTH bytes written per frame
// exact: nothing is computed
#import common/run
#import common/workgroup-slot
#import reconciliation/packed-bits

@group(0) @binding(1) var<storage, read> packed: array<u32>;
@group(0) @binding(2) var<storage, read_write> bits: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (id.x >= LENGTH || slot >= run.frames) { return; }
  let i = slot * 8u * packed_bytes(LENGTH) + id.x;
  bits[slot * LENGTH + id.x] = bit_of(packed[i / 32u], i);
}
