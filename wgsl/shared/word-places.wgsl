// Where element x of a word of frames stands in a buffer that has so many elements for each word: [word][element], or, with
// FRAMES_FASTEST, [element][word]: then neighbours in a dispatch read neighbours in memory whatever the graph. Twin:
// src/kernel/word-places.ts. The kernel imports run and lanes.
fn word_count() -> u32 { return (run.frames + FRAMES_PER_WORD - 1u) / FRAMES_PER_WORD; }

fn word_place(word: u32, x: u32, elements: u32) -> u32 {
  if (FRAMES_FASTEST == 1u) { return x * word_count() + word; }
  return word * elements + x;
}
