// Word w of a vector of symbols, of `slots` slots. CONTIGUOUS: a vector's words follow each other in memory; else its slots do, word by word.
const WORDS: u32 = Q / SYMBOLS_PER_WORD;

fn place(vector: u32, w: u32, slots: u32, slot: u32) -> u32 {
#if CONTIGUOUS: return (vector * slots + slot) * WORDS + w;
#else: return (vector * WORDS + w) * slots + slot;
}
