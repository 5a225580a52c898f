// Which words a dispatch works on where frames are fastest: those that kernel list-words listed, all where nothing ends early
// and in iteration 0. Twin: src/kernel/open-words.ts. The kernel declares `progress`, the buffer open_words of list-words, and imports run and lanes.
#import shared/word-places
const ENDS: bool = STOP == 1u;

fn open_count() -> u32 {
  if (!ENDS || run.iteration == 0u) { return word_count(); }
  return progress[run.iteration & 1u];
}

fn open_word(place: u32) -> u32 {
  if (!ENDS || run.iteration == 0u) { return place; }
  return progress[2u + 2u * place];
}

// Lanes of the word whose frames are done, or that have none: all ones.
fn open_done(place: u32) -> u32 {
  if (!ENDS || run.iteration == 0u) { return 0u; }
  return progress[3u + 2u * place];
}
