// The words of a dispatch where words of frames keep their places, frame-interleaved. They are the active words, which
// kernel common/active-frames/compact-words lists behind the counters, a pair for each: the word, and all ones in its
// lanes that are done or have no frame. Without early termination and in iteration 0 they are all words. The kernel
// declares
// `progress`, the buffer `active_list`, and imports run and lanes.
#import common/word-index, common/active-frames/list
const COMPACTS: bool = STOP == 1u;

fn active_count() -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return word_count(); }
  return progress[counter_at(ACTIVE, run.iteration)];
}

fn active_word(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return progress[LIST_HEAD + 2u * slot];
}

// Lanes of the word whose frames are done, or without a frame: all ones.
fn active_done(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return 0u; }
  return progress[LIST_HEAD + 2u * slot + 1u];
}
