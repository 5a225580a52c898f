// What the two forms of f16 share, which declare `unpack` and `pack`. For rules whose results devices share within a tolerance: rounding alike
// takes 20 operations a message. Channel LLRs are within ±LLR_CLIP, except known symbols.
#import binary/formats/halves, common/bound
alias Wide = vec2f;

const INTERLEAVE: u32 = 2u;
const SIGN_BITS: u32 = 0x80008000u;
const NEUTRAL: Lanes = vec2f(3.0e38);

#import binary/formats/numbers

fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(sum); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return pack(t + unpack(message)); }
const LLR_CLIP: f32 = bitcast<f32>(LLR_CLIP_BITS);
fn lane_of(llr: f32, lane: u32) -> u32 {
  let limited = select(clamp(llr, -LLR_CLIP, LLR_CLIP), llr, abs(llr) >= LLR_BOUND);
  return pack(vec2f(select(limited, 0.0, llr == 0.0), 0.0)) << (16u * lane);
}
// A part of a number. The factor's bits are an f32 number.
fn portion(x: Wide, factor: u32) -> Wide { return x * bitcast<f32>(factor); }
fn wide_of(t: Lanes) -> Wide { return t; }
fn lanes_of(x: Wide) -> Lanes { return x; }
// The word with the other sign in the lanes whose lowest bit is set in `ones`; 0 stays.
fn negated(word: u32, ones: u32) -> u32 { return word ^ ((ones << 15u) & ((word & 0x7fff7fffu) + 0x7fff7fffu)); }
