// reprocess/adopt-words: frames of the round with a found word take it as their decision, and their last iteration
// counts as satisfied. All other frames keep their first decoding.
// in   failed (reprocess/failed-frames), best_cost [frame of the round], best_word [frame of the round][N]
// i/o  decision [frame][N], unsatisfied [iteration][frame]
// map  one invocation per symbol; workgroup y = frame of the round
#import common/run, common/workgroup-slot

#in failed: u32, best_cost: f32, best_word: u32
#out decision: u32, unsatisfied: u32

#import reprocess/failed-frames, reprocess/no-word

#main id: global_invocation_id {
  let frame = workgroup_slot(id);
  if (id.x >= N || frame >= run.frames || is_missing(frame) || best_cost[frame] == NO_WORD) { return; }
  let slot = slot_of(frame);
  decision[slot * N + id.x] = best_word[frame * N + id.x];
  if (id.x == 0u) { unsatisfied[(ITERATIONS - 1u) * failed[2] + slot] = 0u; }
}
