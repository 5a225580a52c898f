// Channel values of bytes in six bits, for tables of noise with two values in a word: the magnitude, 31 for a certain value, and
// the sign at bit 5. Magnitudes of others are at most 30. The kernel imports lanes of bytes.
#import binary/formats/bytes

const SHORT: u32 = 0x3fu;

fn short_of(value: u32) -> u32 {
  let byte = i32(value << 24u) >> 24u;
  return min(u32(abs(byte)), 31u) | select(0u, 32u, byte < 0);
}

// Six bits of the value of a random word, of its entry of channel/lane-noise.
fn short_sampled(random: u32, entry: u32) -> u32 {
  let change = select(0u, entry >> 6u, random < (entry & 0xfffff000u));
  return (entry ^ change) & SHORT;
}

// Bytes of four values, negated where the lowest bit of a byte of `ones` is set.
fn bytes_of_shorts(shorts: u32, ones: u32) -> u32 {
  let magnitudes = shorts & 0x1f1f1f1fu;
  let bytes = choose_if_equal(magnitudes, 0x1f1f1f1fu, 0x7f7f7f7fu, magnitudes);
  return bytes_negated_where(byte_mask((shorts & 0x20202020u) << 2u) ^ (ones * 255u), bytes);
}
