// Messages of ratio-sum-product, one frame to a word: |a| as f32, 2^-24 … 1 − 2^-20, which leaves the two highest bits free for
// the sign of a and the decision of the variable that sends it.
alias Values = f32;

const INTERLEAVE: u32 = 1u;
const SIGNS: u32 = 0x80000000u;

// |a|
fn magnitudes(word: u32) -> Values { return bitcast<f32>(word & 0x3fffffffu); }
// (1 + a)/(1 − a)
fn ratios(word: u32) -> Values {
  let magnitude = magnitudes(word);
  let a = select(magnitude, -magnitude, (word & SIGNS) != 0u);
  return (1.0 + a) / (1.0 - a);
}
fn word_of(magnitude: Values) -> u32 { return bitcast<u32>(clamp(magnitude, 0x1p-24f, 1.0f - 0x1p-20f)); }
// The sign bits of the lanes where a < b.
fn signs_where(a: Values, b: Values) -> u32 { return select(0u, SIGNS, a < b); }
