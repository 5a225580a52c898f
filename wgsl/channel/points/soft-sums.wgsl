// Exponentials and logarithms by tables: `soft_scale`, `exponentials` and `logarithms`, which the kernel declares, as does
// channel/points/demap-plane.
#import channel/points/exact-f32

// LLRs end at 1024.
const MOST_SOFT: f32 = 16777216.0;
// 2^14·ln 2
const LN_2: i32 = 11357;

// 2^14·ln of a whole number of 1 … 2^24, by the exponent and the upper bits of the fraction of its f32.
fn logarithm(value: u32) -> i32 {
  let bits = bitcast<u32>(f32(value));
  return (i32(bits >> 23u) - 127) * LN_2 + logarithms[(bits >> 11u) & 0xfffu];
}

// 2^16·exp of a squared distance beyond the nearest.
fn exponential(excess: i32) -> u32 {
  return exponentials[u32(min(exact_f32(excess) * soft_scale[1], 16383.0))];
}

// The LLR of a squared distance that is not negative, in multiples of 2^-14.
fn llr_of(distance: i32) -> i32 { return i32(min(exact_f32(distance) * soft_scale[0], MOST_SOFT)); }
