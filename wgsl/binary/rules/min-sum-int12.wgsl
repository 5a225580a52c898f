// Min-sum check node on whole steps, as binary/rules/min-sum: magnitudes ⌊m·SCALE/256 + 1/2⌋ and max(m − OFFSET, 0) in
// steps, at most the largest message. Scales are applied in f32, where products of 11 and 9 bits are exact.
#import binary/check-node/two-minima

fn outgoing(least: Lanes) -> Lanes {
  var magnitude = least;
  if (SCALE != 256u) { magnitude = Lanes(floor(vec2f(magnitude) * (f32(SCALE) / 256.0) + vec2f(0.5))); }
  if (OFFSET_STEPS != 0u) { magnitude = max(magnitude - Lanes(Number(OFFSET_STEPS)), Lanes()); }
  return min(magnitude, MESSAGE_BOUND);
}
