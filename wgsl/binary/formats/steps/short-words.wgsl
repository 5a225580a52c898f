// Words of two 16-bit integers of steps. The file that imports this one declares STEPS_PER_LLR, CLIP and POSTERIOR_BOUND.
#import common/bound, common/arithmetic/shorts

const INTERLEAVE: u32 = 2u;
const SIGN_BITS: u32 = 0x80008000u;

// LLR in steps, to the nearest, ties away from zero.
fn lane_of(llr: f32, lane: u32) -> u32 {
  let largest = select(CLIP, f32(POSTERIOR_BOUND), abs(llr) >= LLR_BOUND);
  let steps = i32(min(floor(abs(llr) * STEPS_PER_LLR + 0.5), largest));
  return (u32(select(steps, -steps, llr < 0.0)) & 0xffffu) << (16u * lane);
}
// The word with the other sign in the lanes whose lowest bit is set in `ones`.
fn negated(word: u32, ones: u32) -> u32 {
  let mask = ones * 0xffffu;
  return shorts_difference(word ^ mask, mask);
}
