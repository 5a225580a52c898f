const Q: u32 = 8u;
const N: u32 = 6u;
const MESSAGES: u32 = 88u;
const VARIABLES_PER_WORKGROUP: u32 = 8u;
const WORKGROUP_SIZE: u32 = 64u;
// reproductions/min-max-symbols/init: first variable-to-check messages: Q_{m,n}(a) = L_n(a) (nonbinary paper, Algorithm 1, Initialization), at most
// LLR_BOUND as every message.
// in   variable_start [N + 1], variable_edges [edge] (base, stride) in variable-major order
//      channel_llr [frame][N][q]
// out  variable_to_check [frame][message]: symbol a of an edge is at base + a·stride
// map  one invocation per field element, VARIABLES_PER_WORKGROUP variables per workgroup; workgroup y = frame
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


@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(4) var<storage, read_write> variable_to_check: array<f32>;

@compute @workgroup_size(VARIABLES_PER_WORKGROUP * Q)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  let n = workgroup.x * VARIABLES_PER_WORKGROUP + invocation / Q;
  if (n >= N || slot >= run.frames) { return; }
  let a = invocation % Q;
  let llr = min(channel_llr[(slot * N + n) * Q + a], LLR_BOUND);
  for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
    let edge = variable_edges[k];
    variable_to_check[slot * MESSAGES + edge.x + a * edge.y] = llr;
  }
}
