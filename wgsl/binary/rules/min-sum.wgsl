// Min-sum check node in floating point: the magnitude is the minimum of |t| over the other edges, scaled by SCALE
// (normalised min-sum), less OFFSET (offset min-sum); the sign is the product of the other edges' signs.
#import common/bound, binary/check-node/two-minima

#if <weights>
// A scale of 1 does not shorten.
fn bounded(least: Lanes) -> Lanes {
  let magnitude = min(least, Lanes(LLR_BOUND));
  if (SCALES * (1u - ONES) == 1u) { return shorten(magnitude); }
  return magnitude;
}
fn outgoing(least: Lanes, weight: vec2u) -> Lanes {
  var magnitude = least;
  if (SCALES * (1u - ONES) == 1u) { magnitude = least * bitcast<f32>(weight.x); }
  if (SCALES * ONES == 1u && weight.x != 0x3f800000u) { magnitude = shorten(least) * bitcast<f32>(weight.x); } // not 1
  if (OFFSETS == 1u) { magnitude = max(magnitude - Lanes(bitcast<f32>(weight.y)), Lanes()); }
  return magnitude;
}
#else
const SCALE: f32 = bitcast<f32>(SCALE_BITS); // of at most 12 significant bits
const OFFSET: f32 = bitcast<f32>(OFFSET_BITS);

fn outgoing(least: Lanes) -> Lanes {
  var magnitude = min(least, Lanes(LLR_BOUND));
  if (SCALE != 1.0) { magnitude = shorten(magnitude) * SCALE; }
  if (OFFSET_BITS != 0u) { magnitude = max(magnitude - Lanes(OFFSET), Lanes()); }
  return magnitude;
}
#end
