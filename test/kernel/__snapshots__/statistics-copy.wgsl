const VECTORS: u32 = 16384u;
const WORKGROUP_SIZE: u32 = 256u;
// statistics/copy: one buffer into another, 16 bytes per invocation, which devices do at their full bandwidth. Measures that.
// in   original [slot][VECTORS] of four words
// out  duplicate [slot][VECTORS]
// map  one invocation per vector; workgroup y = slot
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

// Which frame, or word of frames, a workgroup is for: workgroup y, or, where there are more than a dispatch can have in one
// dimension, rows of SLOTS_PER_ROW of them in y, which z counts. The last row may go on where no frame is. Also takes a
// global_invocation_id: invocations stand in x. Kernels that give a workgroup WORKGROUP_SIZE frames or words never need rows. The twin
// of the dispatch: wgsl/common/workgroup-slot.ts.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }


@group(0) @binding(1) var<storage, read> original: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> duplicate: array<vec4u>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (id.x >= VECTORS || slot >= run.frames) { return; }
  let index = slot * VECTORS + id.x;
  duplicate[index] = original[index];
}
