// osd/symbols/split: the bits of symbols, least significant bit first.
// in   symbols [frame][LENGTH]
// out  bits [frame][LENGTH][P]
// map  one invocation per bit; workgroup y = frame
// exact: bits
#import common/run
#import common/workgroup-slot

@group(0) @binding(1) var<storage, read> symbols: array<u32>;
@group(0) @binding(2) var<storage, read_write> bits: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (id.x >= LENGTH * P || slot >= run.frames) { return; }
  bits[slot * LENGTH * P + id.x] = (symbols[slot * LENGTH + id.x / P] >> (id.x % P)) & 1u;
}
