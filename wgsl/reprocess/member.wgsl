// The members of an ensemble, which decode the frames of a round one after the other. The kernel imports run and declares `failed` and `best_cost`.
#import reprocess/failed-frames
#import reprocess/no-word

// Whether a member decodes a frame of the round.
fn has_work(frame: u32) -> bool {
  return !is_missing(frame) && (FIRST == 0u || run.iteration == 0u || best_cost[frame] == NO_WORD);
}
