// Which words a dispatch works on in a frame-interleaved layout: the active words, which kernel binary/compact lists; all words without
// early termination and in iteration 0. Twin: wgsl/binary/active-words.ts. The kernel declares `progress`, the buffer active_words of
// list-words, and imports run and lanes.
#import common/word-index
const COMPACTS: bool = STOP == 1u;

fn active_count() -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return word_count(); }
  return progress[run.iteration & 1u];
}

fn active_word(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return progress[2u + 2u * slot];
}

// Lanes of the word whose frames are done, or that have none: all ones.
fn active_done(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return 0u; }
  return progress[3u + 2u * slot];
}
