// Packed bits: bit i is bit 7 - i mod 8 of byte ⌊i/8⌋. Bytes fill words from the lowest bits on, in the order of
// memory. Bytes of frames follow each other without a gap.

// Position of bit i in word ⌊i/32⌋.
fn bit_in_word(i: u32) -> u32 { return (i & 31u) ^ 7u; }

// Bit i of the stream whose word ⌊i/32⌋ is `word`.
fn bit_of(word: u32, i: u32) -> u32 { return (word >> bit_in_word(i)) & 1u; }

// A word with bit i at bit i mod 32, from packed bits, and the reverse.
fn in_order(word: u32) -> u32 {
  let fours = ((word & 0x0f0f0f0fu) << 4u) | ((word >> 4u) & 0x0f0f0f0fu);
  let twos = ((fours & 0x33333333u) << 2u) | ((fours >> 2u) & 0x33333333u);
  return ((twos & 0x55555555u) << 1u) | ((twos >> 1u) & 0x55555555u);
}

// Bytes of a frame of `bits` bits.
fn packed_bytes(bits: u32) -> u32 { return (bits + 7u) / 8u; }
