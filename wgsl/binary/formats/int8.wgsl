// Message words of four int8 numbers: four frames to a word, two's complement, computed four at once. Posteriors are
// within ±127 and messages within ±31; their differences are cut at ±127. Channel LLRs are within ±CLIP steps, so that
// the messages of a variable can outweigh a wrong channel LLR. Known symbols are ±127.
#import binary/formats/bytes, common/bound

// Differences, as magnitude and sign.
struct Lanes {
  magnitude: u32, // 0 … 127
  negative: u32,  // all ones where negative
}
alias Wide = vec4i;
alias Signs = u32;

const INTERLEAVE: u32 = 4u;
const SIGN_BITS: u32 = 0x80808080u;
const NEUTRAL = Lanes(LOW, 0u);
const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);

fn widen(word: u32) -> Wide {
  return vec4i(vec4u(word << 24u, word << 16u, word << 8u, word)) >> vec4u(24u);
}
fn narrow(sum: Wide) -> u32 {
  let bytes = vec4u(clamp(sum, vec4i(-127), vec4i(127))) & vec4u(0xffu);
  return bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u);
}
fn unpack(word: u32) -> Lanes { return Lanes(bytes_magnitude(word), byte_mask(word)); }
fn pack(t: Lanes) -> u32 { return bytes_negated_where(t.negative, t.magnitude); }
fn difference(posterior: u32, message: u32) -> Lanes {
  return Lanes(bytes_distance(posterior, message), bytes_less(posterior, message));
}
fn total(t: Lanes, message: u32) -> u32 { return narrow(widen(pack(t)) + widen(message)); }
// LLR in steps, to the nearest, ties away from zero.
fn lane_of(llr: f32, lane: u32) -> u32 {
  let largest = select(f32(CLIP), 127.0, abs(llr) >= LLR_BOUND);
  let steps = i32(min(floor(abs(llr) * STEPS_PER_LLR + 0.5), largest));
  return (u32(select(steps, -steps, llr < 0.0)) & 0xffu) << (8u * lane);
}
fn sign_word(t: Lanes) -> u32 { return t.negative & SIGN_BITS; }
fn signs_from(word: u32) -> Signs { return word; }
// ⌊x·factor/256 + 1/2⌋; the factor's bits are a signed number of at most 256.
fn portion(x: Wide, factor: u32) -> Wide { return (x * bitcast<i32>(factor) + vec4i(128)) >> vec4u(8u); }
fn wide_of(t: Lanes) -> Wide { return widen(pack(t)); }
fn lanes_of(x: Wide) -> Lanes { return unpack(narrow(x)); }
// Sign bits of the lanes that are not 0; 0 in the lanes whose sign bit is set in `lanes`.
fn nonzero_word(t: Lanes) -> u32 { return (t.magnitude + LOW) & HIGH; }
fn erased_where(t: Lanes, lanes: u32) -> Lanes {
  let kept = ~byte_mask(lanes);
  return Lanes(t.magnitude & kept, t.negative & kept);
}
// The word with the other sign in the lanes whose lowest bit is set in `ones`.
fn negated(word: u32, ones: u32) -> u32 { return bytes_negated_where(ones * 255u, word); }
