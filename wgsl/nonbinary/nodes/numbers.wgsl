// Numbers of the rules of variables and of edges, one for each symbol and frame: costs as f32, LLRs, whole numbers of steps (WHOLE) or −ln of
// probabilities (PROBABILITY). Rules have the names of binary decoders' formats for them, so that one text serves both families.
// MESSAGES and POSTERIORS say how memory has them: F32 in words; in halves of words BF16, F16, UNITS (steps divided by 2048, in f16) or SHORTS.
#import common/arithmetic/round-half
alias Lanes = f32;
alias Wide = f32;
const F32: u32 = 0u;
const BF16: u32 = 1u;
const F16: u32 = 2u;
const UNITS: u32 = 3u;
const SHORTS: u32 = 4u;

fn unpack(word: u32) -> f32 { return bitcast<f32>(word); }
fn pack(number: f32) -> u32 { return bitcast<u32>(number); }
fn wide_of(number: f32) -> f32 { return number; }
fn lanes_of(number: f32) -> f32 { return number; }
#if WHOLE
// ⌊x·factor/256 + 1/2⌋; the factor's bits are a signed number of at most 256. Every operation is exact.
fn portion(x: f32, factor: u32) -> f32 { return floor((x * f32(bitcast<i32>(factor)) + 128.0) * 0.00390625); }
#else
// The factor's bits are an f32 number of at most 12 significant bits, so the product with 12 bits of x is exact.
fn portion(x: f32, factor: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) & 0xfffff000u) * bitcast<f32>(factor); }
#end

// What memory has in a half of a word, or in a whole word.
fn stored_in(word: u32, half: u32, form: u32) -> f32 {
  let bits = (word >> (16u * half)) & 0xffffu;
  var number = bitcast<f32>(select(bits << 16u, word, form == F32));
  if (form == F16 || form == UNITS) { number = unpack2x16float(bits).x * select(1.0, 2048.0, form == UNITS); }
  if (form == SHORTS) { number = f32(bits); }
  return number;
}

// The number of a half of a word, or of a whole word.
fn number_in(word: u32, half: u32, form: u32) -> f32 {
#if PROBABILITY: return -log(stored_in(word, half, form));
#else: return stored_in(word, half, form);
}

// The word with another number in a half, or instead of it.
fn word_with(word: u32, half: u32, cost: f32, form: u32) -> u32 {
#if PROBABILITY: let number = exp(-cost);
#else: let number = cost;
  return stored_with(word, half, number, form);
}

// The word with what memory has in a half, or instead of it.
fn stored_with(word: u32, half: u32, number: f32, form: u32) -> u32 {
  let whole = bitcast<u32>(number);
  if (form == F32) { return whole; }
  var bits = (whole + 0x7fffu + ((whole >> 16u) & 1u)) >> 16u;
  if (form == F16) { bits = pack2x16float(round_half(vec2f(number, 0.0))); }
  if (form == UNITS) { bits = pack2x16float(vec2f(number * 0.00048828125, 0.0)); }
  if (form == SHORTS) { bits = u32(number); }
  return (word & ~(0xffffu << (16u * half))) | (bits << (16u * half));
}

// A cost as a message has it.
fn as_message(cost: f32) -> f32 {
  if (MESSAGES == F16) { return round_half(vec2f(cost, 0.0)).x; }
  return cost;
}

// The half of a message's word that has symbol x of a lane.
fn message_half(x: u32, lane: u32) -> u32 { return select(x & 1u, lane, SYMBOLS_PER_WORD == 1u); }
