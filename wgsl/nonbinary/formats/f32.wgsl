// Vectors over GF(q) stored as f32: one symbol of one frame per word.
#import nonbinary/formats/one-frame
const SYMBOLS_PER_WORD: u32 = 1u;

fn symbol_value(word: u32, symbol: u32) -> f32 { return bitcast<f32>(word); }
// The words of four consecutive symbols, in the first 4 / SYMBOLS_PER_WORD components.
fn words_of(values: vec4f) -> vec4u { return bitcast<vec4u>(values); }
// The value after a store and a load.
fn rounded(value: f32) -> f32 { return value; }
