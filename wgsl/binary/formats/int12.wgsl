// Message words of two whole numbers of steps, held as f16: two frames to a word. LLRs are in steps of 1/16, posteriors within ±1536,
// messages within ±511, channel LLRs within ±480, so that the messages of a variable can outweigh a wrong channel LLR;
// known symbols are ±1536. A difference is within ±2047, and f16 holds whole numbers up to 2048 exactly: devices that
// compute in f16 (F16) and devices that compute in f32 get the same bits.
#import common/bound
#if F16
enable f16;
alias Number = f16;
alias Lanes = vec2<f16>;
alias Signs = u32; // of both lanes, in their top bits

fn unpack(word: u32) -> Lanes { return bitcast<Lanes>(word); }
fn pack(value: Lanes) -> u32 { return bitcast<u32>(value); }
fn signs_of(t: Lanes) -> Signs { return bitcast<u32>(t); }
fn sign_word(t: Lanes) -> u32 { return bitcast<u32>(t) & SIGN_BITS; }
fn signs_from(word: u32) -> Signs { return word; }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes { return bitcast<Lanes>(bitcast<u32>(magnitude) ^ (signs & SIGN_BITS)); }
#end
#if !F16
#import binary/formats/halves
alias Number = f32;

fn pack(value: Lanes) -> u32 { return pack2x16float(value); }
#end

alias Wide = vec2f;

const INTERLEAVE: u32 = 2u;
const SIGN_BITS: u32 = 0x80008000u;
const NEUTRAL: Lanes = Lanes(2047.0);
const STEPS_PER_LLR: f32 = 16.0;
const CLIP: f32 = 480.0;
const MESSAGE_BOUND: Lanes = Lanes(511.0);
const POSTERIOR_BOUND = 1536.0;

#import binary/formats/numbers

fn widen(word: u32) -> Wide { return vec2f(unpack(word)); }
fn narrow(sum: Wide) -> u32 { return pack(Lanes(clamp(sum, vec2f(-POSTERIOR_BOUND), vec2f(POSTERIOR_BOUND)))); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 {
  return pack(clamp(t + unpack(message), Lanes(-POSTERIOR_BOUND), Lanes(POSTERIOR_BOUND)));
}
// In f32, where products of 11 and 9 bits are exact.
fn scaled_steps(m: Lanes, scale: u32) -> Lanes { return Lanes(floor(vec2f(m) * (f32(scale) / 256.0) + vec2f(0.5))); }
fn reduced_steps(m: Lanes, steps: u32) -> Lanes { return max(m - Lanes(Number(steps)), Lanes()); }
// LLR in steps, to the nearest, ties away from zero.
fn lane_of(llr: f32, lane: u32) -> u32 {
  let largest = select(CLIP, POSTERIOR_BOUND, abs(llr) >= LLR_BOUND);
  let steps = min(floor(abs(llr) * STEPS_PER_LLR + 0.5), largest);
  return pack2x16float(vec2f(select(steps, -steps, llr < 0.0 && steps > 0.0), 0.0)) << (16u * lane);
}
// The word with the other sign in the lanes whose lowest bit is set in `ones`; 0 stays.
fn negated(word: u32, ones: u32) -> u32 { return word ^ ((ones << 15u) & ((word & 0x7fff7fffu) + 0x7fff7fffu)); }
