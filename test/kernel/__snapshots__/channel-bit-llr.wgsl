const N: u32 = 648u;
const WORKGROUP_SIZE: u32 = 64u;
// channel/bit-llr: channel LLRs of the bits of a binary code: ln P(0)/P(1).
// in   received [frame][N] i32         grid steps
//      sent_state [N]                  0 sent; 1 punctured, of which the receiver knows nothing; 2 shortened, 0 for sure
// out  channel_llr [frame][N] f32      natural logarithm; 0 if punctured, LLR_BOUND if shortened; no negative zero
// map  one invocation per bit; workgroup y = frame
// exact: one multiplication of an integer
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


@group(0) @binding(1) var<storage, read> received: array<i32>;
@group(0) @binding(2) var<storage, read> sent_state: array<u32>;
@group(0) @binding(3) var<storage, read_write> channel_llr: array<f32>;

const PUNCTURED: u32 = 1u;
const SHORTENED: u32 = 2u;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (id.x >= N || slot >= run.frames) { return; }
  let index = slot * N + id.x;
  var llr = f32(received[index]) * run.llr_scale;
  if (sent_state[id.x] == PUNCTURED) { llr = 0.0; }
  if (sent_state[id.x] == SHORTENED) { llr = LLR_BOUND; }
  channel_llr[index] = llr;
}
