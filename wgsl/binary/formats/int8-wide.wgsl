// Message words of four int8 numbers, computed as four 32-bit integers: messages within ±127, sums within
// ±ACCUMULATOR_CLIP, differences exact.
#import binary/formats/four-bytes
const SUM_BOUND: i32 = i32(ACCUMULATOR_CLIP);
const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);

fn narrow(sum: Wide) -> u32 { return pack(clamp(sum, vec4i(-SUM_BOUND), vec4i(SUM_BOUND))); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return narrow(t + unpack(message)); }
fn lane_of(llr: f32, lane: u32) -> u32 {
  let steps = i32(min(floor(abs(llr) * STEPS_PER_LLR + 0.5), 127.0));
  return (u32(select(steps, -steps, llr < 0.0)) & 0xffu) << (8u * lane);
}
fn sign_word(t: Lanes) -> u32 {
  let bits = bitcast<vec4u>(t) & vec4u(0x80000000u);
  return (bits.x >> 24u) | (bits.y >> 16u) | (bits.z >> 8u) | bits.w;
}
