// The outcome of a uniform random word by the alias table `noise` [4096], which the kernel declares. Integers only, as
// in aliasSample of src/channel/alias-table.ts.
fn alias_sample(word: u32) -> u32 {
  let cell = word & 0xfffu;
  let entry = noise[cell];
  // The entry's upper 20 bits are more than the word's.
  return select(entry & 0xfffu, cell, word < (entry & 0xfffff000u));
}
