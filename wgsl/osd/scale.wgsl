// LLRs as whole numbers of RELIABILITY_BITS bits. The kernel declares `llr`.
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

// Bits of the largest magnitude below the bound: positive numbers are in the order of their bits.
var<workgroup> largest: atomic<u32>;

// The scale of `count` LLRs of a frame from `first` on, whose magnitudes its invocations share. All invocations pass a barrier.
fn frame_scale(first: u32, count: u32, invocation: u32) -> f32 {
  var own = 0u;
  for (var base = 0u; base < count; base += INVOCATIONS) {
    let i = base + invocation;
    if (i < count) {
      let magnitude = abs(llr[first + i]);
      if (magnitude < LLR_BOUND) { own = max(own, bitcast<u32>(magnitude)); }
    }
  }
  atomicMax(&largest, own);
  workgroupBarrier();
  return scale_of(atomicLoad(&largest));
}

// A magnitude as a whole number, CERTAIN from the bound on.
fn whole(magnitude: f32, scale: f32) -> u32 {
  return select(CERTAIN, u32(min(magnitude, LLR_BOUND) * scale), magnitude < LLR_BOUND);
}
