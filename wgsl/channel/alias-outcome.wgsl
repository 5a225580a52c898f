// The outcome of a uniform random word, of its entry of an alias table (src/channel/discrete-channel.ts). The entry's upper 20 bits are more than
// the word's.
fn alias_outcome(word: u32, entry: u32) -> u32 {
  return select(entry & 0xfffu, word & 0xfffu, word < (entry & 0xfffff000u));
}
