// Min-sum check node on whole steps, as binary/rules/min-sum: magnitudes ⌊m·SCALE/256 + 1/2⌋ and max(m − OFFSET, 0) in
// steps, at most the largest message.
#import binary/check-node/two-minima

// Without another edge the minimum is the largest difference, which a scale or an offset may make shorter than the largest message.
const LARGEST: Lanes = LARGEST_POSTERIOR + MESSAGE_BOUND;

#if <weights>
fn bounded(least: Lanes) -> Lanes {
  if (SCALES + OFFSETS == 0u) { return least_of(least, MESSAGE_BOUND); }
  return least_of(least, LARGEST);
}
fn outgoing(least: Lanes, weight: vec2u) -> Lanes {
  var magnitude = least;
  if (SCALES == 1u && (ONES == 0u || weight.x != 256u)) { magnitude = scaled_steps(magnitude, weight.x); }
  if (OFFSETS == 1u) { magnitude = reduced_steps(magnitude, weight.y); }
  if (SCALES + OFFSETS == 0u) { return magnitude; }
  return least_of(magnitude, MESSAGE_BOUND);
}
#else
fn outgoing(least: Lanes) -> Lanes {
  var magnitude = least;
  if (SCALE < 64u || OFFSET_STEPS > 0u) { magnitude = least_of(magnitude, LARGEST); }
  if (SCALE != 256u) { magnitude = scaled_steps(magnitude, SCALE); }
  if (OFFSET_STEPS != 0u) { magnitude = reduced_steps(magnitude, OFFSET_STEPS); }
  return least_of(magnitude, MESSAGE_BOUND);
}
#end
