// The outcome of a uniform random word by an alias table of `noise` [table][4096], which the kernel declares. Integers only, as in
// aliasSample of src/channel/alias-table.ts.
fn alias_sample_of(table: u32, word: u32) -> u32 {
  let cell = word & 0xfffu;
  let entry = noise[table * 4096u + cell];
  // The entry's upper 20 bits are more than the word's.
  return select(entry & 0xfffu, cell, word < (entry & 0xfffff000u));
}

// The same with one table.
fn alias_sample(word: u32) -> u32 { return alias_sample_of(0u, word); }
