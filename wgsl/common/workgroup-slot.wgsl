// The frame, or word of frames, of a workgroup: workgroup y, or, beyond a dispatch's limit in one dimension, rows of
// SLOTS_PER_ROW workgroups in y, which z counts. The last row may extend beyond the frames. The function also accepts a
// global_invocation_id, whose x counts invocations. Kernels that give a workgroup WORKGROUP_SIZE frames or words never
// need rows.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }
