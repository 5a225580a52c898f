// Masks of whole lanes from their sign bits. The kernel imports lanes.
#import common/lane-bits

// All bits of the lanes with a set sign bit.
fn whole_lanes(signs: u32) -> u32 {
  var lanes = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let mask = LANE << (lane * LANE_BITS);
    if ((signs & mask) != 0u) { lanes |= mask; }
  }
  return lanes;
}
