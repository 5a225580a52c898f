// The members of an ensemble, which decode the frames of a round one after the other. The kernel imports run and declares `failed` and `found`, the words of
// each frame that the members before found.
#import reprocess/failed-frames

// Whether a member decodes a frame of the round: it has fewer words than WANTED.
fn has_work(frame: u32) -> bool {
  return !is_missing(frame) && (run.iteration == 0u || found[frame] < WANTED);
}
