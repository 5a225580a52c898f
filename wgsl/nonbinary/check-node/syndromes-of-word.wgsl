// The syndrome of each frame of a word. The last word may have an unused frame, which gets another frame's syndrome.
fn syndromes_of(word: u32, m: u32) -> Symbols {
  var found: array<u32, SLOT_FRAMES>;
  for (var lane = 0u; lane < SLOT_FRAMES; lane++) {
    found[lane] = syndrome[min(word * SLOT_FRAMES + lane, run.frames - 1u) * M + m];
  }
  return symbols_from(found);
}
