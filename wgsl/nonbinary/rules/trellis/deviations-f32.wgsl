// Deviations of a trellis, messages f32. The numbers are not negative, so their bits have the same order.
const WORST: u32 = 0x7f000000u;   // bits of a number greater than any message

// State of one deviation after some edges: the least message and its edge, the first of equals, and the second message.
struct Least { first: u32, second: u32, position: u32 }
const NONE_YET = Least(0x49800000u, 0x49800000u, 0u);   // LLR_BOUND

fn taken(least: Least, message: u32, i: u32) -> Least {
#if ONE_MINIMUM: let second = least.second;
#else: let second = min(least.second, max(least.first, message));
  return Least(
    min(least.first, message),
    second,
    select(least.position, i, message < least.first),
  );
}
fn first_of(least: Least) -> u32 { return least.first; }
fn second_of(least: Least) -> u32 { return least.second; }
fn position_of(least: Least) -> u32 { return least.position; }
fn value_of(bits: u32) -> f32 { return bitcast<f32>(bits); }

// Converts normalised values into messages.
fn message_words(values: vec4f) -> vec4u { return bitcast<vec4u>(min(values, vec4f(LLR_BOUND))); }
fn element(word: u32, u: u32) -> u32 { return word; }
// Replaces element u of a word.
fn joined(word: u32, other: u32, u: u32) -> u32 { return other; }
fn permuted_word(word: u32, permutation: u32) -> u32 { return word; }
