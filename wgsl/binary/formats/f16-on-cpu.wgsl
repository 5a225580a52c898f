// Message words of two f16 numbers as binary/formats/f16, for CPUs, which have no instructions for halves. Finite numbers take half the instructions
// of all numbers. Numbers below the least normal one become 0 of their sign.
#import binary/formats/f16-lanes

// A product corrects the exponents and keeps 0.
fn unpack(word: u32) -> Lanes {
  let bits = bitcast<vec2i>(vec2u(word << 16u, word)) >> vec2u(3u);
  return bitcast<vec2f>(bitcast<vec2u>(bits) & vec2u(0x8fffe000u)) * 0x1p112;
}

// Rounds to nearest even.
fn pack(value: Lanes) -> u32 {
  let bits = bitcast<vec2u>(clamp(value, vec2f(-32768.0), vec2f(32768.0)));
  let magnitude = bits & vec2u(0x7fffffffu);
  let rounded = magnitude + vec2u(0xc8000fffu) + ((magnitude >> vec2u(13u)) & vec2u(1u));
  let halves = select(vec2u(), rounded, bitcast<vec2i>(magnitude) > vec2i(0x387fffff));
  return (halves.x >> 13u) | ((bits.x & 0x80000000u) >> 16u) | ((halves.y << 3u) & 0xffff0000u) | (bits.y & 0x80000000u);
}
