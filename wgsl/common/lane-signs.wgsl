// Bits of the frames of a word, moved to the places of its lanes. The kernel imports lanes.
#import common/lane-bits

// Bit l of `bits` as the lowest bit of lane l. Higher bits of `bits` do not matter.
fn lane_ones(bits: u32) -> u32 {
  if (INTERLEAVE == 1u) { return bits & 1u; }
  if (INTERLEAVE == 2u) { return (bits & 1u) | ((bits & 2u) << 15u); }
  return ((bits & 15u) * 0x00204081u) & 0x01010101u;
}

// The sign bit of each lane as its lowest bit.
fn sign_ones(word: u32) -> u32 { return (word >> (LANE_BITS - 1u)) & lane_ones(15u); }

// The bits of the frames of a decoder's word, from the word of 32 frames that contains them.
fn bits_of_word(bits: u32, word: u32) -> u32 { return bits >> ((word * INTERLEAVE) % 32u); }
