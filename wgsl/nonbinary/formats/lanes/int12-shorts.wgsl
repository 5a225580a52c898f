// Words of nonbinary/formats/int12 as two 16-bit integers of steps, of which a CPU computes eight at once: the same numbers in another
// form. The kernel has SLOT_FRAMES = 2.
#import common/arithmetic/shorts
const SYMBOLS_PER_WORD: u32 = 1u;
alias Value = u32;
alias Four = array<Value, 4>;
alias Choice = u32;  // all ones in a frame's half
alias Symbols = u32; // a symbol in each half
const GREATEST: Value = 0x08000800u; // 2048
alias Ranked = Value;
const GREATEST_RANK: Ranked = GREATEST;
fn ranked(value: Value) -> Ranked { return value; }
fn unranked(rank: Ranked) -> Value { return rank; }
fn closest_ranks(least: Ranked, a: Ranked, b: Ranked, c: Ranked, d: Ranked) -> Ranked {
  return shorts_least(shorts_least(least, shorts_greatest(a, b)), shorts_greatest(c, d));
}

fn value_sum(a: Value, b: Value) -> Value { return shorts_sum(a, b); }
fn value_difference(a: Value, b: Value) -> Value { return shorts_difference(a, b); }
fn value_least(a: Value, b: Value) -> Value { return shorts_least(a, b); }
fn value_less(a: Value, b: Value) -> Choice { return shorts_less(a, b); }
fn choose_value(no: Value, yes: Value, choice: Choice) -> Value { return shorts_choose(no, yes, choice); }
fn choose_symbols(no: Symbols, yes: Symbols, choice: Choice) -> Symbols { return shorts_choose(no, yes, choice); }
fn same_symbol(symbol: u32) -> Symbols { return symbol * 0x00010001u; }
fn has_bit(symbols: Symbols, bit: u32) -> Choice { return shorts_equal(symbols & same_symbol(bit), same_symbol(bit)); }

fn symbol_value(word: u32, symbol: u32) -> Value { return word; }
fn words_of(values: Four) -> vec4u { return vec4u(values[0], values[1], values[2], values[3]); }
fn value_scaled(m: Value, scale: u32) -> Value {
  if (scale == 256u) { return m; }
  return shorts_scaled(m, scale * 0x00010001u);
}
fn rounded(value: Value) -> Value { return value; }
fn as_value(number: f32) -> Value { return u32(number) * 0x00010001u; }
fn value_from(numbers: array<f32, SLOT_FRAMES>) -> Value { return u32(numbers[0]) | (u32(numbers[1]) << 16u); }
fn symbols_from(symbols: array<u32, SLOT_FRAMES>) -> Symbols { return symbols[0] | (symbols[1] << 16u); }
fn symbol_in(symbols: Symbols, lane: u32) -> u32 { return (symbols >> (16u * lane)) & 0xffffu; }
fn posterior_of(word: u32) -> Value { return word; }
fn posterior_word(value: Value) -> u32 { return value; }
// As nonbinary/formats/int12: steps divided by 2048.
fn frame_number(value: Value, lane: u32) -> f32 { return f32((value >> (16u * lane)) & 0xffffu) * 0.00048828125; }
