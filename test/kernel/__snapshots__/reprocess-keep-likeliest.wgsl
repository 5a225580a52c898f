const N: u32 = 4u;
const ROUND_FRAMES: u32 = 16384u;
const WORKGROUP_SIZE: u32 = 64u;
// reprocess/keep-likeliest: of each frame of the round the likeliest word of all stages so far: the list decision. Of equal costs the
// earlier stage's stays, and of a stage the test of the lower number. Counts the tests.
// in   failed, positions (reprocess/test-tree), costs [test] of reprocess/judge-tests, test_decision [test][N]
// i/o  best_cost [frame of the round], which stage 0 begins anew, best_word [frame of the round][N], tests [frame]: how many
//      tests were done, those of stage 0 (the frame itself) left out
// map  one workgroup per frame of the round (y)
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


@group(0) @binding(1) var<storage, read> failed: array<u32>;
@group(0) @binding(2) var<storage, read> positions: array<u32>;
@group(0) @binding(3) var<storage, read> costs: array<f32>;
@group(0) @binding(4) var<storage, read> test_decision: array<u32>;
@group(0) @binding(5) var<storage, read_write> best_cost: array<f32>;
@group(0) @binding(6) var<storage, read_write> best_word: array<u32>;
@group(0) @binding(7) var<storage, read_write> tests: array<u32>;

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

// Cost of no word: more than any word's. Twin: wgsl/reprocess/test-tree.ts.
const NO_WORD: f32 = 0x1p+127;


var<workgroup> least: array<f32, WORKGROUP_SIZE>;
var<workgroup> best_test: array<u32, WORKGROUP_SIZE>;
var<workgroup> counts: array<u32, WORKGROUP_SIZE>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = workgroup_slot(id);
  if (frame >= ROUND_FRAMES) { return; }
  let stage = stage_number();
  let first = frame << stage;
  var best = NO_WORD;
  var at = first;
  var count = 0u;
  for (var test = first + invocation; test < first + (1u << stage); test += WORKGROUP_SIZE) {
    count += u32(is_tested(test));
    if (costs[test] < best) {
      best = costs[test];
      at = test;
    }
  }
  least[invocation] = best;
  best_test[invocation] = at;
  counts[invocation] = count;
  workgroupBarrier();
  for (var half = WORKGROUP_SIZE / 2u; half > 0u; half /= 2u) {
    if (invocation < half) {
      let other = invocation + half;
      if (least[other] < least[invocation] || (least[other] == least[invocation] && best_test[other] < best_test[invocation])) {
        least[invocation] = least[other];
        best_test[invocation] = best_test[other];
      }
      counts[invocation] += counts[other];
    }
    workgroupBarrier();
  }
  let before = best_cost[frame];
  let is_better = least[0] < select(before, NO_WORD, stage == 0u);
  if (is_better) {
    for (var n = invocation; n < N; n += WORKGROUP_SIZE) { best_word[frame * N + n] = test_decision[best_test[0] * N + n]; }
  }
  storageBarrier();
  if (invocation != 0u) { return; }
  if (is_better || stage == 0u) { best_cost[frame] = least[0]; }
  if (stage > 0u && counts[0] > 0u) { tests[slot_of(frame)] += counts[0]; }
}
