// What formats of four int8 numbers share that are computed as four 32-bit integers: four frames to a word, two's complement.
alias Lanes = vec4i;
alias Wide = vec4i;
alias Signs = vec4i;

const INTERLEAVE: u32 = 4u;
const SIGN_BITS: u32 = 0x80808080u;
const NEUTRAL: Lanes = vec4i(0x7fffffff);

#import binary/formats/numbers

fn unpack(word: u32) -> Lanes { return vec4i(vec4u(word << 24u, word << 16u, word << 8u, word)) >> vec4u(24u); }
fn pack(value: Lanes) -> u32 {
  let bytes = vec4u(value) & vec4u(0xffu);
  return bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u);
}
fn widen(word: u32) -> Wide { return unpack(word); }
fn signs_of(t: Lanes) -> Signs { return t; }
fn signs_from(word: u32) -> Signs { return unpack(word); }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes { return select(magnitude, -magnitude, signs < vec4i(0)); }
// The word with the other sign in the lanes whose lowest bit is set in `ones`.
fn negated(word: u32, ones: u32) -> u32 {
  let flipped = word ^ (ones * 255u);
  return ((flipped & 0x7f7f7f7fu) + ones) ^ (flipped & 0x80808080u);
}
