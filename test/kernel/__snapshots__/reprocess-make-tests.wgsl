const N: u32 = 4u;
const ITERATIONS: u32 = 10u;
const ROUND_FRAMES: u32 = 16384u;
const CHECKS: u32 = 3u;
const SYNDROME: u32 = 1u;
const ALPHA_BITS: u32 = 1101004800u;
const WORKGROUP_SIZE: u32 = 64u;
// reprocess/make-tests: what the decoder is given of each test of a stage: the frame's channel LLRs, but +alpha or −alpha at the
// positions of the test's path (EQML paper, section 1.2), and the frame's syndrome. What is no test is the zero word without
// noise: it is done after one iteration.
// in   failed, positions (reprocess/test-tree), channel_llr [frame][N] ln P(0)/P(1), syndrome [frame][CHECKS] (SYNDROME only)
// out  test_llr [test][N], test_syndrome [test][CHECKS] (SYNDROME only)
// map  one invocation per symbol, then per check; workgroup y = test
// exact: nothing is computed
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


@group(0) @binding(1) var<storage, read> failed: array<u32>;
@group(0) @binding(2) var<storage, read> positions: array<u32>;
@group(0) @binding(3) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(4) var<storage, read> syndrome: array<u32>;
@group(0) @binding(5) var<storage, read_write> test_llr: array<f32>;
@group(0) @binding(6) var<storage, read_write> test_syndrome: array<u32>;

// The tests of a round: the tree that reprocessing grows for each of ROUND_FRAMES failed frames. Stage j has ROUND_FRAMES·2^j of
// them, which run.frames counts; test i is of frame i >> j of the round, and its lower j bits are its path, the first choice
// highest: 0 saturated that position to 0, 1 to 1. Twin: wgsl/reprocess/test-tree.ts. The kernel declares `failed` and `positions`
// [stage][test] of reprocess/select-position, and imports run.
// The frames of a round: the first ones of those that wait. Twin: wgsl/reprocess/failed-frames.ts. The kernel declares `failed` of
// list-failed: how many frames wait, place of the first that waits, frames of the run; then their slots.
const FAILED_HEAD: u32 = 3u;

// Whether fewer frames wait than would make this one of the round.
fn is_missing(frame: u32) -> bool { return frame >= failed[0]; }

// Slot of a frame of the round; not of one that is missing.
fn slot_of(frame: u32) -> u32 { return failed[FAILED_HEAD + failed[1] + frame]; }


const NO_POSITION: u32 = 0xffffffffu;

fn stage_number() -> u32 { return firstTrailingBit(run.frames / ROUND_FRAMES); }

// Where the positions chosen after the tests of a stage begin.
fn stage_at(stage: u32) -> u32 { return ROUND_FRAMES * ((1u << stage) - 1u); }

// Whether there is such a test: a position was chosen after its parent.
fn is_tested(test: u32) -> bool {
  let stage = stage_number();
  if (stage == 0u) { return !is_missing(test); }
  return positions[stage_at(stage - 1u) + (test >> 1u)] != NO_POSITION;
}

// Position that was chosen after the ancestor of stage k of a test of stage j > k.
fn path_position(test: u32, j: u32, k: u32) -> u32 { return positions[stage_at(k) + (test >> (j - k))]; }


const ALPHA: f32 = bitcast<f32>(ALPHA_BITS);

fn llr_of(test: u32, n: u32) -> f32 {
  let stage = stage_number();
  for (var k = 0u; k < stage; k++) {
    if (path_position(test, stage, k) == n) {
      return select(-ALPHA, ALPHA, ((test >> (stage - k - 1u)) & 1u) == 0u);
    }
  }
  return channel_llr[slot_of(test >> stage) * N + n];
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let test = workgroup_slot(id);
  if (test >= run.frames) { return; }
  let tested = is_tested(test);
  if (id.x < N) {
    var llr = LLR_BOUND;
    if (tested) { llr = llr_of(test, id.x); }
    test_llr[test * N + id.x] = llr;
    return;
  }
  if (SYNDROME == 0u || id.x >= N + CHECKS) { return; }
  let m = id.x - N;
  var bit = 0u;
  if (tested) { bit = syndrome[slot_of(test >> stage_number()) * CHECKS + m]; }
  test_syndrome[test * CHECKS + m] = bit;
}
