// Packed bits: bit i is bit 7 - i mod 8 of byte ⌊i/8⌋. Bytes fill words from the lowest bits on, in the order of
// memory. Bytes of frames follow each other without a gap.

// Position of bit i in word ⌊i/32⌋.
fn bit_in_word(i: u32) -> u32 { return (i & 31u) ^ 7u; }

// Bit i of the stream whose word ⌊i/32⌋ is `word`.
fn bit_of(word: u32, i: u32) -> u32 { return (word >> bit_in_word(i)) & 1u; }

// Bytes of a frame of `bits` bits.
fn packed_bytes(bits: u32) -> u32 { return (bits + 7u) / 8u; }
