const Q: u32 = 8u;
const N: u32 = 6u;
const MESSAGES: u32 = 88u;
const VARIABLES_PER_WORKGROUP: u32 = 8u;
const STOP: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// reproductions/min-max-symbols/variable: Q'_{m,n}(a) = L_n(a) + Σ_{m' ∈ M(n)∖m} R_{m',n}(a) (nonbinary paper, Algorithm 1, variable node processing).
// in   variable_start [N + 1], variable_edges [edge] (base, stride) in variable-major order
//      channel_llr [frame][N][q], check_to_variable [frame][message]
//      unsatisfied [iteration][frame]: frames whose previous iteration left it 0 are done
// out  variable_to_check [frame][message], not normalised
// map  one invocation per field element, VARIABLES_PER_WORKGROUP variables per workgroup; workgroup y = frame
// exact: additions in the order of the variable's edges
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


@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(4) var<storage, read> check_to_variable: array<f32>;
@group(0) @binding(5) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(6) var<storage, read_write> variable_to_check: array<f32>;

// Whether a frame's previous iteration satisfied all checks. A done frame writes nothing more, so it stays done: its later
// entries of `unsatisfied` [iteration][frame] keep the 0 that the engine cleared them to.
fn frame_done(slot: u32) -> bool {
  if (STOP == 0u || run.iteration == 0u) { return false; }
  return unsatisfied[(run.iteration - 1u) * run.frames + slot] == 0u;
}


@compute @workgroup_size(VARIABLES_PER_WORKGROUP * Q)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  let n = workgroup.x * VARIABLES_PER_WORKGROUP + invocation / Q;
  if (n >= N || slot >= run.frames || frame_done(slot)) { return; }
  let a = invocation % Q;
  let frame = slot * MESSAGES;
  let llr = channel_llr[(slot * N + n) * Q + a];
  let first = variable_start[n];
  let last = variable_start[n + 1u];
  for (var k = first; k < last; k++) {
    var sum = llr;
    for (var other = first; other < last; other++) {
      if (other != k) {
        let edge = variable_edges[other];
        sum += check_to_variable[frame + edge.x + a * edge.y];
      }
    }
    let edge = variable_edges[k];
    variable_to_check[frame + edge.x + a * edge.y] = sum;
  }
}
