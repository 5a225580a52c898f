// What formats of two 16-bit integers in a word share, of which a CPU computes eight at once. The file that imports this one declares NEUTRAL,
// STEPS_PER_LLR, CLIP, MESSAGE_BOUND and POSTERIOR_BOUND.
#import binary/formats/steps/short-words
alias Lanes = u32;
alias Wide = vec2i;
alias Signs = u32; // of both lanes, in their top bits

const LARGEST_POSTERIOR: Lanes = u32(POSTERIOR_BOUND) * 0x00010001u;
const LEAST_POSTERIOR: Lanes = (0x10000u - u32(POSTERIOR_BOUND)) * 0x00010001u;

fn unpack(word: u32) -> Lanes { return word; }
fn pack(value: Lanes) -> u32 { return value; }
fn widen(word: u32) -> Wide { return vec2i(low_short(word), high_short(word)); }
fn narrow(sum: Wide) -> u32 {
  let bounded = clamp(sum, vec2i(-POSTERIOR_BOUND), vec2i(POSTERIOR_BOUND));
  return shorts_of(bounded.x, bounded.y);
}
fn difference(posterior: u32, message: u32) -> Lanes { return shorts_difference(posterior, message); }
fn total(t: Lanes, message: u32) -> u32 {
  return shorts_greatest(shorts_least(shorts_sum(t, message), LARGEST_POSTERIOR), LEAST_POSTERIOR);
}
fn signs_of(t: Lanes) -> Signs { return t; }
fn sign_word(t: Lanes) -> u32 { return t & SIGN_BITS; }
fn signs_from(word: u32) -> Signs { return word; }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes {
  let negative = shorts_mask(signs);
  return shorts_difference(magnitude ^ negative, negative);
}
fn least_of(a: Lanes, b: Lanes) -> Lanes { return shorts_least(a, b); }
fn greatest_of(a: Lanes, b: Lanes) -> Lanes { return shorts_greatest(a, b); }
fn absolute(t: Lanes) -> Lanes { return shorts_magnitude(t); }
fn choose_if_equal(a: Lanes, b: Lanes, yes: Lanes, no: Lanes) -> Lanes { return shorts_choose_if_equal(a, b, yes, no); }
fn scaled_steps(m: Lanes, scale: u32) -> Lanes { return shorts_scaled(m, scale * 0x00010001u); }
fn reduced_steps(m: Lanes, steps: u32) -> Lanes { return shorts_reduced(m, steps * 0x00010001u); }
// ⌊x·factor/256 + 1/2⌋; the factor's bits are a signed number of at most 256.
fn portion(x: Wide, factor: u32) -> Wide { return (x * bitcast<i32>(factor) + vec2i(128)) >> vec2u(8u); }
fn wide_of(t: Lanes) -> Wide { return widen(t); }
fn lanes_of(x: Wide) -> Lanes { return shorts_of(x.x, x.y); }
// Sign bits of the lanes that are not 0; 0 in the lanes whose sign bit is set in `lanes`.
fn nonzero_word(t: Lanes) -> u32 { return SIGN_BITS & ~shorts_equal(t, 0u); }
fn erased_where(t: Lanes, lanes: u32) -> Lanes { return t & ~shorts_mask(lanes); }
