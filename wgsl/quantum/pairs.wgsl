// Whole numbers of two shots in the halves of a word, in two's complement. A CPU has an instruction of eight halves for each function
// (pairs.ts).
const PAIR_HIGH: u32 = 0x80008000u;
const PAIR_LOW: u32 = 0x7fff7fffu;
const PAIR_ONES: u32 = 0x00010001u;

fn pairs_add(a: u32, b: u32) -> u32 { return ((a & PAIR_LOW) + (b & PAIR_LOW)) ^ ((a ^ b) & PAIR_HIGH); }
fn pairs_sub(a: u32, b: u32) -> u32 { return ((a | PAIR_HIGH) - (b & PAIR_LOW)) ^ ((a ^ ~b) & PAIR_HIGH); }
// All ones in the halves that are negative.
fn pairs_negative(x: u32) -> u32 { return ((x >> 15u) & PAIR_ONES) * 0xffffu; }
// x, negated where the mask is set.
fn pairs_negated_where(mask: u32, x: u32) -> u32 { return pairs_add(x ^ mask, mask & PAIR_ONES); }
fn pairs_magnitude(x: u32) -> u32 { return pairs_negated_where(pairs_negative(x), x); }
// Of magnitudes, which are below 2^15.
fn pairs_least(a: u32, b: u32) -> u32 {
  let a_least = pairs_negative((b | PAIR_HIGH) - a);
  return (a & a_least) | (b & ~a_least);
}
fn pairs_greatest(a: u32, b: u32) -> u32 {
  let a_greatest = pairs_negative((a | PAIR_HIGH) - b);
  return (a & a_greatest) | (b & ~a_greatest);
}
// yes where two magnitudes are equal, else no.
fn pairs_if_equal(a: u32, b: u32, yes: u32, no: u32) -> u32 {
  let other = pairs_negative((a ^ b) + PAIR_LOW);
  return (yes & ~other) | (no & other);
}
// a where the mask is set, else b.
fn pairs_choose(mask: u32, a: u32, b: u32) -> u32 { return (a & mask) | (b & ~mask); }
// Between −bound and bound; both halves of `bound` and `minus` are the bound and its negative.
fn pairs_clamped(x: u32, bound: u32, minus: u32) -> u32 {
  let negative = pairs_negative(x);
  return pairs_negated_where(negative, pairs_least(pairs_negated_where(negative, x), bound));
}
fn pair_low(x: u32) -> i32 { return bitcast<i32>(x << 16u) >> 16u; }
fn pair_high(x: u32) -> i32 { return bitcast<i32>(x) >> 16u; }
fn pair_of(low: i32, high: i32) -> u32 { return (bitcast<u32>(low) & 0xffffu) | (bitcast<u32>(high) << 16u); }
// ⌊gamma·d/64 + 1/2⌋, gamma in multiples of 1/64, |gamma| below 2^11 and |d| below 2^10.
fn pairs_share(gamma: u32, d: u32) -> u32 {
  return pair_of((pair_low(gamma) * pair_low(d) + 32) >> 6u, (pair_high(gamma) * pair_high(d) + 32) >> 6u);
}
// ⌊m·scale/2^15 + 1/2⌋ of magnitudes below 2^15; both halves of `scale` are the scale, below 2^15.
fn pairs_scaled(m: u32, scale: u32) -> u32 {
  let factor = scale & 0xffffu;
  return (((m & 0xffffu) * factor + 0x4000u) >> 15u) | ((((m >> 16u) * factor + 0x4000u) >> 15u) << 16u);
}
