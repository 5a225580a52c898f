const N: u32 = 4u;
const ITERATIONS: u32 = 10u;
const ROUND_FRAMES: u32 = 16384u;
const WORKGROUP_SIZE: u32 = 256u;
// reprocess/select-position: the position that the children of each test saturate: of the symbols of largest weight the one with the
// smallest |channel LLR|, of these the first (EQML paper, section 1.2.1). Not one of the test's path, and none that the channel is
// certain of. Tests that converged have no children: their subtree is pruned (section 1.2.2).
// in   failed (reprocess/failed-frames), channel_llr [frame][N] ln P(0)/P(1), test_unsatisfied [iteration][test], weights [symbol][test]
// i/o  positions [stage][test] (reprocess/test-tree): reads those of earlier stages, writes this one's, NO_POSITION where there are no
//      children
// map  one workgroup per TESTS tests (y); WORKGROUP_SIZE / TESTS invocations share the symbols of a test
// workgroup bytes: 12·WORKGROUP_SIZE
// exact: comparisons only
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
@group(0) @binding(2) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(3) var<storage, read> test_unsatisfied: array<u32>;
@group(0) @binding(4) var<storage, read> weights: array<u32>;
@group(0) @binding(5) var<storage, read_write> positions: array<u32>;

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


// Tests of one workgroup: neighbours in memory.
const TESTS: u32 = 16u;

struct Choice { weight: u32, llr: f32, position: u32 }

var<workgroup> choices: array<Choice, WORKGROUP_SIZE>;

fn is_on_path(test: u32, stage: u32, n: u32) -> bool {
  for (var k = 0u; k < stage; k++) {
    if (path_position(test, stage, k) == n) { return true; }
  }
  return false;
}

fn is_better(a: Choice, b: Choice) -> bool {
  if (b.position == NO_POSITION || a.position == NO_POSITION) { return a.position != NO_POSITION; }
  if (a.weight != b.weight) { return a.weight > b.weight; }
  if (a.llr != b.llr) { return a.llr < b.llr; }
  return a.position < b.position;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let test = workgroup_slot(id) * TESTS + invocation % TESTS;
  let stage = stage_number();
  var best = Choice(0u, 0.0, NO_POSITION);
  if (test < run.frames && is_tested(test) && test_unsatisfied[(ITERATIONS - 1u) * run.frames + test] != 0u) {
    let row = slot_of(test >> stage) * N;
    for (var n = invocation / TESTS; n < N; n += WORKGROUP_SIZE / TESTS) {
      let weight = weights[n * run.frames + test];
      if (best.position != NO_POSITION && weight < best.weight) { continue; }
      let candidate = Choice(weight, abs(channel_llr[row + n]), n);
      if (candidate.llr < LLR_BOUND && is_better(candidate, best) && !is_on_path(test, stage, n)) { best = candidate; }
    }
  }
  choices[invocation] = best;
  workgroupBarrier();
  for (var half = WORKGROUP_SIZE / 2u; half >= TESTS; half /= 2u) {
    if (invocation < half && is_better(choices[invocation + half], choices[invocation])) { choices[invocation] = choices[invocation + half]; }
    workgroupBarrier();
  }
  if (invocation < TESTS && test < run.frames) { positions[stage_at(stage) + test] = choices[invocation].position; }
}
