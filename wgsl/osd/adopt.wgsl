// osd/adopt: frames of the round take the word of ordered statistics decoding as their decision, and their last iteration counts as
// satisfied. A frame whose syndrome no word has keeps its first decoding.
// in   failed (reprocess/failed-frames), round_unsatisfied [frame of the round] 1 where no word has the syndrome,
//      round_decision [frame of the round][N]
// i/o  decision [frame][N], unsatisfied [iteration][frame]
// i/o  tests [frame] of a frame of a round, 1 more
// map  one invocation per symbol; workgroup y = frame of the round
#import common/run, common/workgroup-slot

#in failed: u32, round_unsatisfied: u32, round_decision: u32
#out decision: u32, unsatisfied: u32, tests: u32

#import reprocess/failed-frames

#main id: global_invocation_id {
  let frame = workgroup_slot(id);
  if (id.x >= N || frame >= run.frames || is_missing(frame)) { return; }
  let slot = slot_of(frame);
  if (id.x == 0u) { tests[slot] += 1u; }
  if (round_unsatisfied[frame] != 0u) { return; }
  decision[slot * N + id.x] = round_decision[frame * N + id.x];
  if (id.x == 0u) { unsatisfied[(ITERATIONS - 1u) * failed[2] + slot] = 0u; }
}
