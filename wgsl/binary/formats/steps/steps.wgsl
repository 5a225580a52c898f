// What formats of whole numbers of steps share, which are held as f16: two frames to a word. f16 holds whole numbers up to 2048 exactly, so
// devices that compute in f16 (F16) and devices that compute in f32 get the same bits. The file that imports this one declares
// NEUTRAL, STEPS_PER_LLR, CLIP, MESSAGE_BOUND and POSTERIOR_BOUND.
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
// Sign bits of the lanes that are not 0; 0 in the lanes whose sign bit is set in `lanes`.
fn nonzero_word(t: Lanes) -> u32 { return ((bitcast<u32>(t) & 0x7fff7fffu) + 0x7fff7fffu) & SIGN_BITS; }
fn erased_where(t: Lanes, lanes: u32) -> Lanes {
  return bitcast<Lanes>(bitcast<u32>(t) & ~(((lanes >> 15u) & 0x00010001u) * 0xffffu));
}
#else
#import binary/formats/halves
alias Number = f32;

fn unpack(word: u32) -> Lanes { return unpack2x16float(word); }
fn pack(value: Lanes) -> u32 { return pack2x16float(value); }
#end

alias Wide = vec2f;

const INTERLEAVE: u32 = 2u;
const LARGEST_POSTERIOR: Lanes = Lanes(POSTERIOR_BOUND);
const SIGN_BITS: u32 = 0x80008000u;

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
// ⌊x·factor/256 + 1/2⌋; the factor's bits are a signed number of at most 256. In f32, where the product is exact.
fn portion(x: Wide, factor: u32) -> Wide { return floor(x * (f32(bitcast<i32>(factor)) / 256.0) + vec2f(0.5)); }
fn wide_of(t: Lanes) -> Wide { return vec2f(t); }
fn lanes_of(x: Wide) -> Lanes { return Lanes(x); }
// LLR in steps, to the nearest, ties away from zero.
fn lane_of(llr: f32, lane: u32) -> u32 {
  let largest = select(CLIP, POSTERIOR_BOUND, abs(llr) >= LLR_BOUND);
  let steps = min(floor(abs(llr) * STEPS_PER_LLR + 0.5), largest);
  return pack2x16float(vec2f(select(steps, -steps, llr < 0.0 && steps > 0.0), 0.0)) << (16u * lane);
}
// The word with the other sign in the lanes whose lowest bit is set in `ones`; 0 stays.
fn negated(word: u32, ones: u32) -> u32 { return word ^ ((ones << 15u) & ((word & 0x7fff7fffu) + 0x7fff7fffu)); }
