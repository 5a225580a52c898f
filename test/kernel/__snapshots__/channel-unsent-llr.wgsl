const Q: u32 = 8u;
const N: u32 = 6u;
const UNSENT: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// channel/unsent-llr: LLR vectors of the symbols that are not sent, in the place of what the channel's kernels made of them.
// in   unsent [count] (variable, state)  1 punctured, of which the receiver knows nothing; 2 shortened, 0 for sure
// out  channel_llr [frame][N][q] f32     0 for all symbols if punctured; if shortened, 0 for symbol 0, else LLR_BOUND
// map  one invocation per field element of an unsent symbol; workgroup y = frame
// exact: constants
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

// Stands for certainty; no message is larger. Twin: wgsl/common/bound.ts.
const LLR_BOUND: f32 = 1048576.0;


@group(0) @binding(1) var<storage, read> unsent: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> channel_llr: array<f32>;

const SHORTENED: u32 = 2u;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (id.x >= UNSENT * Q || slot >= run.frames) { return; }
  let symbol = unsent[id.x / Q];
  let a = id.x % Q;
  let excluded = symbol.y == SHORTENED && a != 0u;
  channel_llr[(slot * N + symbol.x) * Q + a] = select(0.0, LLR_BOUND, excluded);
}
