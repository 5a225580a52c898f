// Vectors over GF(q) of whole numbers of steps: a word holds a symbol of two frames, as halves of the number divided by
// 2048. Numbers are below 2048, where f16 is exact, so devices that compute in f16 (F16) and devices that compute
// in f32 get the same bits. A minimum or maximum of two numbers is also a sum with a difference that is clamped to 0 … 1.
// Devices clamp sums at no cost, and have other units for them than for minima and maxima. In f16 every second minimum
// is such a sum: NVIDIA's compiler would make one instruction of two minima, which takes a single f16. Posteriors have the same words. The
// kernel has SLOT_FRAMES = 2.
const SYMBOLS_PER_WORD: u32 = 1u;
#if F16
enable f16;
alias Number = f16;
alias Value = vec2<f16>;
fn unpack(word: u32) -> Value { return bitcast<Value>(word); }
fn pack(value: Value) -> u32 { return bitcast<u32>(value); }
#else
alias Number = f32;
alias Value = vec2f;
fn unpack(word: u32) -> Value { return unpack2x16float(word); }
fn pack(value: Value) -> u32 { return pack2x16float(value); }
#end
alias Four = array<Value, 4>;
const UNIT: f32 = 0.00048828125;
const GREATEST: Value = Value(1.0);
alias Ranked = Value;
#if F16
fn closest_ranks(least: Ranked, a: Ranked, b: Ranked, c: Ranked, d: Ranked) -> Ranked {
  let first = min(least, max(a, b));
  return first - clamp(first - max(c, d), Value(0.0), Value(1.0));
}
#else
fn closest_ranks(least: Ranked, a: Ranked, b: Ranked, c: Ranked, d: Ranked) -> Ranked {
  return min(least, min(max(a, b), c + clamp(d - c, Value(0.0), Value(1.0))));
}
#end
const GREATEST_RANK: Ranked = GREATEST;
fn ranked(value: Value) -> Ranked { return value; }
fn unranked(rank: Ranked) -> Value { return rank; }
alias Symbols = vec2u;
alias Choice = vec2<bool>;
#import nonbinary/formats/lanes/numbers

fn symbol_value(word: u32, symbol: u32) -> Value { return unpack(word); }
fn words_of(values: Four) -> vec4u { return vec4u(pack(values[0]), pack(values[1]), pack(values[2]), pack(values[3])); }
// ⌊m·scale/256 + 1/2⌋. Products and sums are exact in f32.
fn value_scaled(m: Value, scale: u32) -> Value { return Value(floor(vec2f(m) * (8.0 * f32(scale)) + 0.5) * UNIT); }
fn rounded(value: Value) -> Value { return value; }
fn as_value(number: f32) -> Value { return Value(Number(UNIT * number)); }
fn value_from(numbers: array<f32, SLOT_FRAMES>) -> Value { return Value(Number(UNIT * numbers[0]), Number(UNIT * numbers[1])); }
fn symbols_from(symbols: array<u32, SLOT_FRAMES>) -> Symbols { return Symbols(symbols[0], symbols[1]); }
fn symbol_in(symbols: Symbols, lane: u32) -> u32 { return symbols[lane]; }
fn frame_number(value: Value, lane: u32) -> f32 { return f32(value[lane]); }
fn posterior_of(word: u32) -> Value { return unpack(word); }
fn posterior_word(value: Value) -> u32 { return pack(value); }
