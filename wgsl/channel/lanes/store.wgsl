// Stores the channel words of symbols. The kernel imports run, bound, lanes, common/word-index and common/lane-bits, and declares `channel`
// and `posteriors`.
const PUNCTURED: u32 = 1u;
const SHORTENED: u32 = 2u;

// All bits of the lanes of a word that have no frame.
fn lanes_without_frame(word: u32) -> u32 {
  if (INTERLEAVE == 1u) { return 0u; }
  let frames = run.frames - word * INTERLEAVE;
  return select(0xffffffffu << ((frames * LANE_BITS) % 32u), 0u, frames >= INTERLEAVE);
}

// A lane without a frame holds the zero word: it is done after the first iteration. @param without as lanes_without_frame.
fn with_known(sampled_word: u32, without: u32) -> u32 { return (sampled_word & ~without) | (known_word() & without); }

// Stores the word of a symbol of which `symbol_use` has an entry. @param without as lanes_without_frame.
fn store(word: u32, entry: u32, sampled_word: u32, without: u32) {
  var value = with_known(sampled_word, without);
  if (UNSENT == 1u) {
    value = select(value, known_word() & without, (entry & 3u) == PUNCTURED);
    value = select(value, known_word(), (entry & 3u) == SHORTENED);
  }
  let index = word_index(word, entry >> 3u, N);
  channel[index] = value;
  if (COPY == 1u) { posteriors[index] = value; }
}

// All lanes with a certain 0.
fn known_word() -> u32 {
  var word = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) { word |= lane_of(LLR_BOUND, lane); }
  return word;
}
