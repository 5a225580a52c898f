// Message words of two f16 numbers, rounded as the device does: two frames to a word, stored as halves, computed in f32. Needs no f16
// feature. For rules whose results devices share within a tolerance: rounding alike takes 20 operations a message. Twin:
// wgsl/binary/formats/f16.ts, within a unit of the last place.
alias Lanes = vec2f;
alias Wide = vec2f;
alias Signs = vec2u;

const INTERLEAVE: u32 = 2u;
const SIGN_BITS: u32 = 0x80008000u;
const NEUTRAL: Lanes = vec2f(3.0e38);

fn unpack(word: u32) -> Lanes { return unpack2x16float(word); }
fn pack(value: Lanes) -> u32 { return pack2x16float(clamp(value, vec2f(-32768.0), vec2f(32768.0))); }
fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(sum); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return pack(t + unpack(message)); }
fn lane_of(llr: f32, lane: u32) -> u32 {
  return pack(vec2f(select(llr, 0.0, llr == 0.0), 0.0)) << (16u * lane);
}
fn signs_of(t: Lanes) -> Signs { return bitcast<vec2u>(t); }
fn sign_word(t: Lanes) -> u32 {
  let bits = bitcast<vec2u>(t) & vec2u(0x80000000u);
  return (bits.x >> 16u) | bits.y;
}
fn signs_from(word: u32) -> Signs { return vec2u(word << 16u, word); }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes {
  return bitcast<vec2f>(bitcast<vec2u>(magnitude) ^ (signs & vec2u(0x80000000u)));
}
