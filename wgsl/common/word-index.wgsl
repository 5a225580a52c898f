// Index of element x of a word of frames in a buffer that has `elements` elements for each word: [word][element], or,
// with FRAME_INTERLEAVED, [element][word]: neighbours in a dispatch then read neighbours in memory for every graph. The
// kernel imports run and lanes.
fn word_count() -> u32 { return (run.frames + INTERLEAVE - 1u) / INTERLEAVE; }

fn word_index(word: u32, x: u32, elements: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return x * word_count() + word; }
  return word * elements + x;
}
