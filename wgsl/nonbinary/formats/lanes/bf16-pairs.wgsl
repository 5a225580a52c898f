// Vectors over GF(q) stored as bfloat16: a word holds a symbol of two frames, the upper halves of f32 numbers. Kernels compute in f32. The
// kernel has SLOT_FRAMES = 2. nonbinary/formats/bf16 has two symbols of one frame in a word.
const SYMBOLS_PER_WORD: u32 = 1u;
alias Value = vec2f;
alias Four = array<Value, 4>;
alias Symbols = vec2u;
alias Choice = vec2<bool>;
#import nonbinary/formats/lanes/numbers

fn symbol_value(word: u32, symbol: u32) -> Value { return bitcast<Value>(vec2u(word << 16u, word & 0xffff0000u)); }
// To the nearest, halves up.
fn word_of(value: Value) -> u32 {
  let bits = bitcast<vec2u>(value) + vec2u(0x8000u);
  return (bits.x >> 16u) | (bits.y & 0xffff0000u);
}
fn words_of(values: Four) -> vec4u { return vec4u(word_of(values[0]), word_of(values[1]), word_of(values[2]), word_of(values[3])); }
fn as_value(number: f32) -> Value { return Value(number); }
fn value_from(numbers: array<f32, SLOT_FRAMES>) -> Value { return Value(numbers[0], numbers[1]); }
fn symbols_from(symbols: array<u32, SLOT_FRAMES>) -> Symbols { return Symbols(symbols[0], symbols[1]); }
fn symbol_in(symbols: Symbols, lane: u32) -> u32 { return symbols[lane]; }
fn frame_number(value: Value, lane: u32) -> f32 { return value[lane]; }
fn posterior_word(value: Value) -> u32 { return word_of(value); }
