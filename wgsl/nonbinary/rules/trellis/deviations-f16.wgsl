// Deviations of a trellis, messages f16. Halves that are not negative have the order of their bits, so a half in a
// word's upper part and the edge in its lower part form one number, whose minimum is the least message with the first
// edge.
const WORST: u32 = 0x7c00ffffu;   // greater than any message

// State of one deviation after some edges: the least message with its edge, the first of equals, and the second
// message.
struct Least { first: u32, second: u32 }
const NONE_YET = Least(WORST, WORST);

fn taken(least: Least, message: u32, i: u32) -> Least {
  let own = message | i;
#if ONE_MINIMUM: return Least(min(least.first, own), least.second);
#else: return Least(min(least.first, own), min(least.second, max(least.first, own)));
}
fn first_of(least: Least) -> u32 { return least.first & 0xffff0000u; }
fn second_of(least: Least) -> u32 { return least.second & 0xffff0000u; }
fn position_of(least: Least) -> u32 { return least.first & 0xffffu; }
fn value_of(bits: u32) -> f32 {
  // Without infinity, which WGSL need not support.
  return select(unpack2x16float(min(bits, 0x7bff0000u)).y, LLR_BOUND, bits >= (WORST & 0xffff0000u));
}

// Converts normalised values into messages: as words_of, for numbers that are not negative.
fn message_words(values: vec4f) -> vec4u {
  let limited = min(values, vec4f(32768.0));
  let bits = bitcast<vec4u>(limited);
  // The exponent of a half is 112 less.
  let rounded = (bits - 0x37fff001u + ((bits >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  let halves = select(rounded, vec4u(0u), limited < vec4f(0.00006103515625));
  return vec4u(halves.x | (halves.y << 16u), halves.z | (halves.w << 16u), 0u, 0u);
}
// The value is in the upper half.
fn element(word: u32, u: u32) -> u32 { return select(word << 16u, word & 0xffff0000u, u == 1u); }
// Replaces element u of a word.
fn joined(word: u32, other: u32, u: u32) -> u32 {
  return select(other, (word & 0xffffu) | (other & 0xffff0000u), u == 1u);
}
fn permuted_word(word: u32, permutation: u32) -> u32 { return select(word, (word << 16u) | (word >> 16u), (permutation & 1u) == 1u); }
