// reprocess/keep-window: the decisions of a window that stay. An iteration satisfies the checks of a frame if it does so in all windows; the
// last iteration does if the word itself satisfies them (reprocess/test-word).
// in   failed (reprocess/failed-frames), window_table (reprocess/take-window), test_decision [frame of the round][N],
//      test_unsatisfied [iteration][frame of the round]
// i/o  decision [frame][SYMBOLS], unsatisfied [iteration][frame]
// map  one invocation per column, then per iteration but the last; workgroup y = frame of the round
#import common/run, common/workgroup-slot

#in failed: u32, window_table: u32, test_decision: u32, test_unsatisfied: u32
#out decision: u32, unsatisfied: u32

#import reprocess/failed-frames

#main id: global_invocation_id {
  let frame = workgroup_slot(id);
  if (frame >= run.frames || id.x + 1u >= N + ITERATIONS || is_missing(frame)) { return; }
  let slot = slot_of(frame);
  if (id.x < N) {
    let column = window_table[id.x];
    if ((column >> 31u) != 0u) { decision[slot * SYMBOLS + (column & 0x7fffffffu)] = test_decision[frame * N + id.x]; }
    return;
  }
  let i = id.x - N;
  if (test_unsatisfied[i * run.frames + frame] != 0u) { unsatisfied[i * failed[2] + slot] = 1u; }
}
