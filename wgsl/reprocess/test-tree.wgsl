// The tests of a round: the tree that reprocessing grows for each of ROUND_FRAMES failed frames. Stage j has
// ROUND_FRAMES·2^j tests, the number in run.frames. Test i belongs to frame i >> j of the round, and its lower j bits
// are its path, the first choice highest: 0 saturated that position to 0, 1 to 1. The kernel declares `failed` and
// `positions`
// [stage][test] of reprocess/select-position, and imports run.
#import reprocess/failed-frames

const NO_POSITION: u32 = 0xffffffffu;

fn stage_number() -> u32 { return firstTrailingBit(run.frames / ROUND_FRAMES); }

// Index of the positions chosen after the tests of a stage.
fn stage_at(stage: u32) -> u32 { return ROUND_FRAMES * ((1u << stage) - 1u); }

// Whether the test exists: a position was chosen after its parent.
fn is_tested(test: u32) -> bool {
  let stage = stage_number();
  if (stage == 0u) { return !is_missing(test); }
  return positions[stage_at(stage - 1u) + (test >> 1u)] != NO_POSITION;
}

// Position that was chosen after the ancestor of stage k of a test of stage j > k.
fn path_position(test: u32, j: u32, k: u32) -> u32 { return positions[stage_at(k) + (test >> (j - k))]; }
