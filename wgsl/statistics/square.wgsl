// Square of a 32-bit integer as 64 bits: low word, high word.
fn square_wide(x: u32) -> vec2u {
  let low = x & 0xffffu;
  let high = x >> 16u;
  let cross = low * high;
  let base = low * low;
  let sum = base + (cross << 17u);
  return vec2u(sum, high * high + (cross >> 15u) + u32(sum < base));
}
