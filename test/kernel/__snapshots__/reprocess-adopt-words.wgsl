const N: u32 = 4u;
const ITERATIONS: u32 = 10u;
const WORKGROUP_SIZE: u32 = 64u;
// reprocess/adopt-words: frames of the round for which a word was found take it as their decision, and their last iteration counts as
// satisfied. The others stay as their first decoding left them.
// in   failed (reprocess/failed-frames), best_cost [frame of the round], best_word [frame of the round][N]
// i/o  decision [frame][N], unsatisfied [iteration][frame]
// map  one invocation per symbol; workgroup y = frame of the round
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


@group(0) @binding(1) var<storage, read> failed: array<u32>;
@group(0) @binding(2) var<storage, read> best_cost: array<f32>;
@group(0) @binding(3) var<storage, read> best_word: array<u32>;
@group(0) @binding(4) var<storage, read_write> decision: array<u32>;
@group(0) @binding(5) var<storage, read_write> unsatisfied: array<u32>;

// The frames of a round: the first ones of those that wait. Twin: wgsl/reprocess/failed-frames.ts. The kernel declares `failed` of
// list-failed: how many frames wait, place of the first that waits, frames of the run; then their slots.
const FAILED_HEAD: u32 = 3u;

// Whether fewer frames wait than would make this one of the round.
fn is_missing(frame: u32) -> bool { return frame >= failed[0]; }

// Slot of a frame of the round; not of one that is missing.
fn slot_of(frame: u32) -> u32 { return failed[FAILED_HEAD + failed[1] + frame]; }

// Cost of no word: more than any word's. Twin: wgsl/reprocess/test-tree.ts.
const NO_WORD: f32 = 0x1p+127;


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let frame = workgroup_slot(id);
  if (id.x >= N || frame >= run.frames || is_missing(frame) || best_cost[frame] == NO_WORD) { return; }
  let slot = slot_of(frame);
  decision[slot * N + id.x] = best_word[frame * N + id.x];
  if (id.x == 0u) { unsatisfied[(ITERATIONS - 1u) * failed[2] + slot] = 0u; }
}
