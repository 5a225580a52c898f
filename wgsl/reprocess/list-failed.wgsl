// reprocess/list-failed: lists the frames whose last iteration did not satisfy all checks, or ALL frames: they wait for reprocessing.
// in   unsatisfied [iteration][frame]: a frame that is done has 0 in all further iterations
// i/o  failed [3 + frames]: number of waiting frames, place of the first, frames of the run; then their slots. Slots of a
//      workgroup are in order, the workgroups in any order, which no result depends on
// map  one invocation per frame; workgroup y = WORKGROUP_SIZE frames
#import common/run

#in unsatisfied: u32
#out failed: atomic<u32>

#import common/prefix-sums

var<workgroup> begin: u32;

#main id: workgroup_id, invocation: local_invocation_index {
  let frame = id.y * WORKGROUP_SIZE + invocation;
  let last = (ITERATIONS - 1u) * run.frames;
  let waits = frame < run.frames && (ALL == 1u || unsatisfied[last + min(frame, run.frames - 1u)] != 0u);
  let up_to = sum_up_to(invocation, u32(waits));
  if (invocation == WORKGROUP_SIZE - 1u) {
    begin = 0u;
    if (up_to != 0u) { begin = atomicAdd(&failed[0], up_to); }
  }
  workgroupBarrier();
  if (waits) { atomicStore(&failed[3u + begin + up_to - 1u], frame); }
  if (frame == 0u) { atomicStore(&failed[2], run.frames); }
}
