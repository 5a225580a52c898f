// Decisions of a binary decoder from `posteriors`, which the kernel declares. The kernel imports common/word-index and common/lane-signs.
// PACKED_SIGNS, the lifting size of a quasi-cyclic code: a word of a decoder's words has the signs alone (binary/chip/iterations).
#if PACKED_SIGNS: const COLUMNS_OF_WORD: u32 = 32u / INTERLEAVE;

// The decided bit of a variable in each lane of a word, as the lowest bit of the lane.
fn decided_ones(word: u32, variable: u32) -> u32 {
#if PACKED_SIGNS
  let column = variable / PACKED_SIGNS;
  let at = word * N + column / COLUMNS_OF_WORD * PACKED_SIGNS + variable % PACKED_SIGNS;
  return lane_ones(posteriors[at] >> (column % COLUMNS_OF_WORD * INTERLEAVE));
#else
  return sign_ones(posteriors[word_index(word, variable, N)]);
#end
}
