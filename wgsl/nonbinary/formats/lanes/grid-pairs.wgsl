// Vectors over GF(q) in 16 bits: a word holds a symbol of two frames, positive numbers of 12 significant bits from 2^-31 to 1, as the last five
// bits of the exponent and 11 of the mantissa. Messages are at least 2^-18. The kernel has SLOT_FRAMES = 2.
const SYMBOLS_PER_WORD: u32 = 1u;
alias Value = vec2f;
alias Four = array<Value, 4>;

fn symbol_value(word: u32, symbol: u32) -> Value {
  return bitcast<Value>((vec2u(word << 12u, word >> 4u) & vec2u(0x0ffff000u)) | vec2u(0x30000000u));
}
// Bits beyond 12 significant ones are cut.
fn word_of(value: Value) -> u32 {
  let bits = bitcast<vec2u>(value);
  return ((bits.x >> 12u) & 0xffffu) | ((bits.y << 4u) & 0xffff0000u);
}
fn value_from(numbers: array<f32, SLOT_FRAMES>) -> Value { return Value(numbers[0], numbers[1]); }
fn posterior_word(value: Value) -> u32 { return word_of(value); }

// Of the channel, the least number stands for e^-40, which the other symbols of a known one have.
const LEAST_OF_CHANNEL = vec2f(0x1p-31);
fn words_of(values: Four) -> vec4u {
  var words: vec4u;
  for (var u = 0u; u < 4u; u++) { words[u] = word_of(max(values[u], LEAST_OF_CHANNEL)); }
  return words;
}
fn channel_numbers(word: u32) -> Value {
  let numbers = symbol_value(word, 0u);
  return select(numbers, vec2f(OF_KNOWN), numbers == LEAST_OF_CHANNEL);
}
