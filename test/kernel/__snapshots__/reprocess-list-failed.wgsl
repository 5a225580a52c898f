const ITERATIONS: u32 = 10u;
const WORKGROUP_SIZE: u32 = 64u;
// reprocess/list-failed: the frames whose last iteration did not satisfy all checks: those that wait to be reprocessed.
// in   unsatisfied [iteration][frame]: a frame that is done has 0 in all further iterations
// i/o  failed [3 + frames]: how many wait, place of the first that waits, frames of the run; then their slots. Those of a
//      workgroup stand in order, the workgroups in any order, which no result depends on
// map  one invocation per frame; workgroup y = WORKGROUP_SIZE frames
// workgroup bytes: 4·(WORKGROUP_SIZE + 1)
// What changes from run to run and, in `iteration`, from dispatch to dispatch. Written by the engine (src/engine/run-uniform.ts).
struct Run {
  first_frame: vec2u,   // 64-bit index of the frame in slot 0: low word, high word
  key: vec2u,           // random key
  frames: u32,          // frames in this run, in slots 0 … frames − 1
  iteration: u32,       // from 0
  chunk_frames: u32,    // frames per chunk
  chunk_offset: u32,    // first_frame modulo chunk_frames
  llr_scale: f32,       // LLR per grid step of the channel output
  amplitude: i32,       // ±1 in grid steps
}

@group(0) @binding(0) var<uniform> run: Run;

// 64-bit index of the frame in a slot.
fn frame_index(slot: u32) -> vec2u {
  let low = run.first_frame.x + slot;
  return vec2u(low, run.first_frame.y + u32(low < slot));
}


@group(0) @binding(1) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(2) var<storage, read_write> failed: array<atomic<u32>>;

// Sum of the values of invocations 0 … item of a workgroup of WORKGROUP_SIZE. All of its invocations call it.
// workgroup bytes: 4·WORKGROUP_SIZE
var<workgroup> sums: array<u32, WORKGROUP_SIZE>;

fn sum_up_to(invocation: u32, value: u32) -> u32 {
  sums[invocation] = value;
  workgroupBarrier();
  for (var distance = 1u; distance < WORKGROUP_SIZE; distance *= 2u) {
    var sum = sums[invocation];
    if (invocation >= distance) { sum += sums[invocation - distance]; }
    workgroupBarrier();
    sums[invocation] = sum;
    workgroupBarrier();
  }
  return sums[invocation];
}


var<workgroup> begin: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = id.y * WORKGROUP_SIZE + invocation;
  let last = (ITERATIONS - 1u) * run.frames;
  let waits = frame < run.frames && unsatisfied[last + min(frame, run.frames - 1u)] != 0u;
  let up_to = sum_up_to(invocation, u32(waits));
  if (invocation == WORKGROUP_SIZE - 1u) {
    begin = 0u;
    if (up_to != 0u) { begin = atomicAdd(&failed[0], up_to); }
  }
  workgroupBarrier();
  if (waits) { atomicStore(&failed[3u + begin + up_to - 1u], frame); }
  if (frame == 0u) { atomicStore(&failed[2], run.frames); }
}
