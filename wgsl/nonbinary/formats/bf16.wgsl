// Vectors over GF(q) stored as bfloat16: a word holds two symbols of one frame, the upper halves of f32 numbers.
// Kernels compute in f32. For values that may be small but not negative, such as probabilities.
#import nonbinary/formats/one-frame
const SYMBOLS_PER_WORD: u32 = 2u;

fn symbol_value(word: u32, symbol: u32) -> f32 { return bitcast<f32>((word >> ((symbol & 1u) * 16u)) << 16u); }
// To the nearest, ties to even.
fn upper_half(values: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(values);
  return (bits + 0x7fffu + ((bits >> vec4u(16u)) & vec4u(1u))) >> vec4u(16u);
}
fn words_of(values: vec4f) -> vec4u {
  let upper = upper_half(values);
  return vec4u(upper.x | (upper.y << 16u), upper.z | (upper.w << 16u), 0u, 0u);
}
fn rounded(value: f32) -> f32 { return bitcast<f32>(upper_half(vec4f(value)).x << 16u); }
