// channel/points/costs: the squared distance of each point of a use from the received value, beyond that of the nearest
// point.
// in   received [frame][use][DIMENSIONS + FADING] i32, points [label][DIMENSIONS] i32   grid steps
//      label_bits [use][BITS]          as channel/points/sample, whole symbols of a multiple of BITS bits
// out  costs [frame][part][label] i32  |y − x|² − min |y − x|² in squared grid steps, at most 2^26, in the order of the code's symbols, of
//      which each use carries a part of BITS bits
// map  one invocation per use; workgroup y = frame
// exact: integers
#import common/run, common/workgroup-slot, channel/points/distance

#in received: i32, points: i32, label_bits: u32
#out costs: i32

const LABELS: u32 = 1u << BITS;
// An LLR of 512 or more; the sum of 8 stays below 2^30.
const MOST: i32 = 67108864;
const FARTHEST: i32 = 2147483647;
// Distances of sequences of chips are computed once; those in the plane cost less than to be stored and read.
const IS_STORED: bool = DIMENSIONS > 2u;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= USES || slot >= run.frames) { return; }
  let place = slot * USES + id.x;
  let at = (slot * USES + label_bits[id.x * BITS] / BITS) * LABELS;
  var nearest = FARTHEST;
  for (var label = 0u; label < LABELS; label++) {
    let distance = squared_distance(place, label);
    if (IS_STORED) { costs[at + label] = distance; }
    nearest = min(nearest, distance);
  }
  for (var label = 0u; label < LABELS; label++) {
    var distance = 0;
    if (IS_STORED) { distance = costs[at + label]; } else { distance = squared_distance(place, label); }
    costs[at + label] = min(distance - nearest, MOST);
  }
}
