// LLRs as whole numbers of RELIABILITY_BITS bits.
const EXPONENT_SHIFT: u32 = 23u;
// Sum of an exponent and that of its scale: the exponent of a product is RELIABILITY_BITS − 1, with a bias of 127 each.
const EXPONENTS: u32 = 2u * 127u + RELIABILITY_BITS - 1u;
// Scales stay below 2^119, with which numbers too small for a normal f32 become 0.
const EXPONENT_LEAST: u32 = EXPONENTS - 127u - 118u;

// The power of two that gives a number RELIABILITY_BITS bits. @param bits of the largest magnitude below certainty.
fn scale_of(bits: u32) -> f32 {
  let exponent = max(bits >> EXPONENT_SHIFT, EXPONENT_LEAST);
  return bitcast<f32>((EXPONENTS - exponent) << EXPONENT_SHIFT);
}

// A magnitude as a whole number, CERTAIN from the bound on.
fn whole(magnitude: f32, scale: f32) -> u32 {
  return select(CERTAIN, u32(min(magnitude, LLR_BOUND) * scale), magnitude < LLR_BOUND);
}
