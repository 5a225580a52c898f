// Messages of ratio-sum-product, two frames to a word: of each a = ±m/(LEVELS + 1), m = 1 … LEVELS in the low bits of 16, the
// sign of a in the highest and below it the decision of the variable that sends it.
alias Values = vec2f;

const INTERLEAVE: u32 = 2u;
const SIGNS: u32 = 0x80008000u;
const STEPS: f32 = f32(LEVELS + 1u);

fn levels(word: u32) -> Values { return vec2f(vec2u(word, word >> 16u) & vec2u(LEVELS)); }
// |a|
fn magnitudes(word: u32) -> Values { return levels(word) * (1.0 / STEPS); }
// (1 + a)/(1 − a)
fn ratios(word: u32) -> Values {
  let steps = levels(word);
  let a = select(steps, -steps, (vec2u(word << 16u, word) & vec2u(0x80000000u)) != vec2u(0u));
  return (STEPS + a) / (STEPS - a);
}
// To the nearest level, halves up.
fn word_of(magnitude: Values) -> u32 {
  let m = clamp(vec2u(magnitude * STEPS + 0.5), vec2u(1u), vec2u(LEVELS));
  return m.x | (m.y << 16u);
}
// The sign bits of the lanes where a < b.
fn signs_where(a: Values, b: Values) -> u32 {
  let signs = select(vec2u(0u), vec2u(0x8000u, 0x80000000u), a < b);
  return signs.x | signs.y;
}
