// Vectors over GF(q) stored as f16, two symbols of one frame per word. Kernels compute in f32, without the f16 feature.
#import common/arithmetic/round-half, nonbinary/formats/one-frame
const SYMBOLS_PER_WORD: u32 = 2u;

fn symbol_value(word: u32, symbol: u32) -> f32 { return unpack2x16float(word >> ((symbol & 1u) * 16u)).x; }
fn words_of(values: vec4f) -> vec4u {
  return vec4u(pack2x16float(round_half(values.xy)), pack2x16float(round_half(values.zw)), 0u, 0u);
}
fn rounded(value: f32) -> f32 { return round_half(vec2f(value)).x; }
