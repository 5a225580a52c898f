// Message words of one f32 number: one frame to a word. Channel LLRs are within ±LLR_CLIP, except known symbols.
#import common/bound
alias Lanes = f32;
alias Wide = f32;
alias Signs = u32;

const INTERLEAVE: u32 = 1u;
const SIGN_BITS: u32 = 0x80000000u;
const NEUTRAL: Lanes = 3.0e38; // of a circulant's missing one: changes no minimum and no sign

#import binary/formats/numbers

fn unpack(word: u32) -> Lanes { return bitcast<f32>(word); }
fn pack(value: Lanes) -> u32 { return bitcast<u32>(value); }
fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(sum); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return pack(t + unpack(message)); }
const LLR_CLIP: f32 = bitcast<f32>(LLR_CLIP_BITS);
// One frame's channel LLR in the form of the word. It has no negative zero, so sign bits are signs.
fn lane_of(llr: f32, lane: u32) -> u32 {
  let limited = select(clamp(llr, -LLR_CLIP, LLR_CLIP), llr, abs(llr) >= LLR_BOUND);
  return pack(select(limited, 0.0, llr == 0.0));
}
fn signs_of(t: Lanes) -> Signs { return bitcast<u32>(t); }
fn sign_word(t: Lanes) -> u32 { return bitcast<u32>(t) & SIGN_BITS; }
fn signs_from(word: u32) -> Signs { return word; }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes {
  return bitcast<f32>(bitcast<u32>(magnitude) ^ (signs & 0x80000000u));
}
// At most 12 significant bits: the product with a scale of 12 bits is then exact, so a compiler may fuse it with the
// following addition.
fn shorten(magnitude: Lanes) -> Lanes { return bitcast<f32>(bitcast<u32>(magnitude) & 0xfffff000u); }
// A part of a number. The factor's bits are an f32 number of at most 12 significant bits, so the product is exact.
fn portion(x: Wide, factor: u32) -> Wide { return shorten(x) * bitcast<f32>(factor); }
fn wide_of(t: Lanes) -> Wide { return t; }
fn lanes_of(x: Wide) -> Lanes { return x; }
fn nonzero_word(t: Lanes) -> u32 { return select(SIGN_BITS, 0u, t == 0.0); }
fn erased_where(t: Lanes, lanes: u32) -> Lanes { return select(t, 0.0, (lanes & SIGN_BITS) != 0u); }
// The word with the other sign in the lanes whose lowest bit is set in `ones`.
fn negated(word: u32, ones: u32) -> u32 { return word ^ select(ones << 31u, 0u, word == 0u); }
