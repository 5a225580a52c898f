// Arithmetic on the four bytes of a word at once. A CPU has a few instructions of sixteen bytes for each function (bytes.ts).
const HIGH: u32 = 0x80808080u;
const LOW: u32 = 0x7f7f7f7fu;
const ONES: u32 = 0x01010101u;

// All ones in the bytes whose highest bit is set.
fn byte_mask(x: u32) -> u32 { return ((x >> 7u) & ONES) * 255u; }

// a where the mask is set, else b.
fn choose(mask: u32, a: u32, b: u32) -> u32 { return (a & mask) | (b & ~mask); }

// Two's complement. −128 has no magnitude.
fn bytes_magnitude(x: u32) -> u32 {
  let ones = (x >> 7u) & ONES;
  return (x ^ (ones * 255u)) + ones;
}
// x, negated where the mask is set.
fn bytes_negated_where(mask: u32, x: u32) -> u32 {
  let inverted = x ^ mask;
  return ((inverted & LOW) + (mask & ONES)) ^ (inverted & HIGH);
}

// a − b without the bits that do not fit; 1 where a < b: a difference that does not fit a byte has the sign of a.
fn wrapped_difference(a: u32, b: u32) -> u32 { return ((a | HIGH) - (b & LOW)) ^ ((a ^ ~b) & HIGH); }
fn less_ones(a: u32, b: u32, wrapped: u32) -> u32 { return ((wrapped ^ ((a ^ b) & (a ^ wrapped) & HIGH)) >> 7u) & ONES; }

// All ones where a < b; and |a − b|, at most 127.
fn bytes_less(a: u32, b: u32) -> u32 { return less_ones(a, b, wrapped_difference(a, b)) * 255u; }
fn bytes_distance(a: u32, b: u32) -> u32 {
  let wrapped = wrapped_difference(a, b);
  let ones = less_ones(a, b, wrapped);
  // With the right sign the magnitude, up to 254, is correct as an unsigned byte.
  let magnitude = (wrapped ^ (ones * 255u)) + ones;
  let over = magnitude & HIGH;
  return (magnitude | (over - (over >> 7u))) & LOW;
}

// Magnitudes, 0 … 127.
fn magnitudes_least(a: u32, b: u32) -> u32 { return choose(byte_mask((b | HIGH) - a), a, b); }
// The greater of two magnitudes, `least` being the other.
fn magnitudes_greatest(a: u32, b: u32, least: u32) -> u32 { return a ^ b ^ least; }
fn magnitudes_reduced(a: u32, by: u32) -> u32 {
  let reduced = (a | HIGH) - by;
  return reduced & LOW & byte_mask(reduced);
}
// yes where two magnitudes are equal, else no.
fn choose_if_equal(a: u32, b: u32, yes: u32, no: u32) -> u32 { return choose(byte_mask((a ^ b) + LOW), no, yes); }
// ⌊m·scale/256 + 1/2⌋. The upper and the lower half of `scale` are the scale, at most 255.
fn magnitudes_scaled(m: u32, scale: u32) -> u32 {
  let factor = scale & 0xffffu;
  let even = (((m & 0x00ff00ffu) * factor + 0x00800080u) >> 8u) & 0x00ff00ffu;
  let odd = ((((m >> 8u) & 0x00ff00ffu) * factor + 0x00800080u) >> 8u) & 0x00ff00ffu;
  return even | (odd << 8u);
}
