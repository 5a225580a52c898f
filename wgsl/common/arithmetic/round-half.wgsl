// Rounds to the nearest half, ties to even; magnitudes at most 2^15, and below 2^-14 zero. pack2x16float may round in
// any direction, but it keeps numbers that are halves already.
fn round_half(x: vec2f) -> vec2f {
  let limited = clamp(x, vec2f(-32768.0), vec2f(32768.0));
  let bits = bitcast<vec2u>(limited);
  let rounded = (bits + 0xfffu + ((bits >> vec2u(13u)) & vec2u(1u))) & vec2u(0xffffe000u);
  return select(bitcast<vec2f>(rounded), vec2f(0.0), abs(limited) < vec2f(0.00006103515625));
}
