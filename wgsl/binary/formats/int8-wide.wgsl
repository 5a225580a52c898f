// Message words of four int8 numbers, computed as four 32-bit integers: messages within ±127, sums within
// ±ACCUMULATOR_CLIP, differences exact.
alias Lanes = vec4i;
alias Wide = vec4i;
alias Signs = vec4i;

const INTERLEAVE: u32 = 4u;
const SIGN_BITS: u32 = 0x80808080u;
const SUM_BOUND: i32 = i32(ACCUMULATOR_CLIP);
const NEUTRAL: Lanes = vec4i(0x7fffffff);
const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);

#import binary/formats/numbers

fn unpack(word: u32) -> Lanes {
  return vec4i(vec4u(word << 24u, word << 16u, word << 8u, word)) >> vec4u(24u);
}
fn pack(value: Lanes) -> u32 {
  let bytes = vec4u(value) & vec4u(0xffu);
  return bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u);
}
fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(clamp(sum, vec4i(-SUM_BOUND), vec4i(SUM_BOUND))); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return narrow(t + unpack(message)); }
fn lane_of(llr: f32, lane: u32) -> u32 {
  let steps = i32(min(floor(abs(llr) * STEPS_PER_LLR + 0.5), 127.0));
  return (u32(select(steps, -steps, llr < 0.0)) & 0xffu) << (8u * lane);
}
fn signs_of(t: Lanes) -> Signs { return t; }
fn sign_word(t: Lanes) -> u32 {
  let bits = bitcast<vec4u>(t) & vec4u(0x80000000u);
  return (bits.x >> 24u) | (bits.y >> 16u) | (bits.z >> 8u) | bits.w;
}
fn signs_from(word: u32) -> Signs { return unpack(word); }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes { return select(magnitude, -magnitude, signs < vec4i(0)); }
// The word with the other sign in the lanes whose lowest bit is set in `ones`.
fn negated(word: u32, ones: u32) -> u32 {
  let flipped = word ^ (ones * 255u);
  return ((flipped & 0x7f7f7f7fu) + ones) ^ (flipped & 0x80808080u);
}
