// Min-sum check node on whole steps, as binary/rules/min-sum-int12, for kernels that find the least magnitude of the other edges of
// each edge by minima from both ends of the check. These minima begin with LARGEST, so that no message has to be cut: the largest
// magnitude whose message is within what a message holds. Twin: wgsl/binary/rules/exclusive-int12.ts.
#import binary/rules/extrinsic
const LARGEST: Lanes = Lanes(Number(LARGEST_STEPS));

// Magnitude of a message, of the least magnitude of the other edges.
fn outgoing(least: Lanes) -> Lanes {
  var magnitude = least;
  if (SCALE != 256u) { magnitude = scaled(magnitude); }
  if (OFFSET_STEPS != 0u) { magnitude = max(magnitude - Lanes(Number(OFFSET_STEPS)), Lanes()); }
  return magnitude;
}

// ⌊m·SCALE/256 + 1/2⌋
fn scaled(m: Lanes) -> Lanes {
#if F16
  if (SCALE % 16u == 0u && LARGEST_STEPS < 1024u) {
    // The halves of 1024 + m have m in their ten lowest bits, and 16 bits hold its product with a number of sixteenths.
    let product = (bitcast<u32>(m + Lanes(1024.0)) & 0x03ff03ffu) * (SCALE / 16u) + 0x00080008u;
    return bitcast<Lanes>(((product >> 4u) & 0x03ff03ffu) | 0x64006400u) - Lanes(1024.0);
  }
#end
  return Lanes(floor(vec2f(m) * (f32(SCALE) / 256.0) + vec2f(0.5)));
}

// Product of all signs of a check, as `signed` takes it.
#if F16
fn sign_product(signs: Signs) -> Signs { return (signs & SIGN_BITS) | 0x3c003c00u; }
// The magnitude with the product of the signs of all edges but the one with difference t: times 1 or −1.
fn signed(magnitude: Lanes, product: Signs, t: Lanes) -> Lanes {
  return magnitude * bitcast<Lanes>((bitcast<u32>(t) & SIGN_BITS) ^ product);
}
#end
#if !F16
fn sign_product(signs: Signs) -> Signs { return signs; }
fn signed(magnitude: Lanes, product: Signs, t: Lanes) -> Lanes { return with_signs(magnitude, product ^ signs_of(t)); }
#end
