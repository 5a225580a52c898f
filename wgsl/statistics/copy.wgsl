// statistics/copy: copies one buffer into another, 16 bytes per invocation, at the full bandwidth of the device.
// in   original [slot][VECTORS] of four words
// out  duplicate [slot][VECTORS]
// map  one invocation per vector; workgroup y = slot
const WORKGROUP_SIZE: u32 = 256u;
#import common/run, common/workgroup-slot

#in original: vec4u
#out duplicate: vec4u

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= VECTORS || slot >= run.frames) { return; }
  let index = slot * VECTORS + id.x;
  duplicate[index] = original[index];
}
