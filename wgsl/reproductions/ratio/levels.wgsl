// Messages of ratio-sum-product, one frame to a word: a = ±m/(LEVELS + 1), m = 1 … LEVELS in the low bits, the sign of a at the
// top and below it the decision of the variable that sends it.
alias Values = f32;

const INTERLEAVE: u32 = 1u;
const SIGNS: u32 = 0x80000000u;
const STEPS: f32 = f32(LEVELS + 1u);

// |a|
fn magnitudes(word: u32) -> Values { return f32(word & LEVELS) * (1.0 / STEPS); }
// (1 + a)/(1 − a)
fn ratios(word: u32) -> Values {
  let steps = f32(word & LEVELS);
  let a = select(steps, -steps, (word & SIGNS) != 0u);
  return (STEPS + a) / (STEPS - a);
}
// To the nearest level, halves up.
fn word_of(magnitude: Values) -> u32 { return clamp(u32(magnitude * STEPS + 0.5), 1u, LEVELS); }
// The sign bits of the lanes where a < b.
fn signs_where(a: Values, b: Values) -> u32 { return select(0u, SIGNS, a < b); }
