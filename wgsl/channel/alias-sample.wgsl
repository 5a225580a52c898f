// The outcome of a uniform random word by an alias table of `noise` [table][4096], which the kernel declares. Integers only, as in
// aliasSample of src/channel/discrete-channel.ts.
#import channel/alias-outcome

fn alias_sample_of(table: u32, word: u32) -> u32 { return alias_outcome(word, noise[table * 4096u + (word & 0xfffu)]); }

// The same with one table.
fn alias_sample(word: u32) -> u32 { return alias_sample_of(0u, word); }
