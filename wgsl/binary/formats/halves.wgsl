// The two halves of a word computed in f32: lanes and their signs. The file that imports this one declares INTERLEAVE,
// SIGN_BITS and the conversions between numbers and halves.
alias Lanes = vec2f;
alias Signs = vec2u;

fn signs_of(t: Lanes) -> Signs { return bitcast<vec2u>(t); }
fn sign_word(t: Lanes) -> u32 {
  let bits = bitcast<vec2u>(t) & vec2u(0x80000000u);
  return (bits.x >> 16u) | bits.y;
}
fn signs_from(word: u32) -> Signs { return vec2u(word << 16u, word); }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes {
  return bitcast<vec2f>(bitcast<vec2u>(magnitude) ^ (signs & vec2u(0x80000000u)));
}
// Sign bits of the lanes that are not 0; 0 in the lanes whose sign bit is set in `lanes`.
fn nonzero_word(t: Lanes) -> u32 {
  let bits = select(vec2u(0x8000u, 0x80000000u), vec2u(), t == Lanes());
  return bits.x | bits.y;
}
fn erased_where(t: Lanes, lanes: u32) -> Lanes {
  return select(t, Lanes(), (vec2u(lanes) & vec2u(0x8000u, 0x80000000u)) != vec2u());
}
