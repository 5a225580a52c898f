const Q: u32 = 8u;
const N: u32 = 6u;
const MESSAGES: u32 = 88u;
const STOP: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// reproductions/min-max-symbols/decide: c_n = argmin_a L_n(a) + Σ_{m ∈ M(n)} R_{m,n}(a), the lowest a of equals (nonbinary paper, Algorithm 1,
// tentative decoding).
// in   variable_start [N + 1], variable_edges [edge] (base, stride), channel_llr [frame][N][q],
//      check_to_variable [frame][message], unsatisfied [iteration][frame]
// out  decision [frame][N]
// map  one invocation per variable; workgroup y = frame
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
@group(0) @binding(6) var<storage, read_write> decision: array<u32>;

// Whether a frame's previous iteration satisfied all checks. A done frame writes nothing more, so it stays done: its later
// entries of `unsatisfied` [iteration][frame] keep the 0 that the engine cleared them to.
fn frame_done(slot: u32) -> bool {
  if (STOP == 0u || run.iteration == 0u) { return false; }
  return unsatisfied[(run.iteration - 1u) * run.frames + slot] == 0u;
}


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  let n = id.x;
  if (n >= N || slot >= run.frames || frame_done(slot)) { return; }
  var best = 0u;
  var least = 0.0;
  for (var a = 0u; a < Q; a++) {
    var sum = channel_llr[(slot * N + n) * Q + a];
    for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
      let edge = variable_edges[k];
      sum += check_to_variable[slot * MESSAGES + edge.x + a * edge.y];
    }
    if (a == 0u || sum < least) {
      best = a;
      least = sum;
    }
  }
  decision[slot * N + n] = best;
}
