// channel/points/costs: the squared distance of each point of a use from the received value, beyond that of the nearest
// point.
// in   received [frame][use][DIMENSIONS + FADING] i32, points [label][DIMENSIONS] i32   grid steps
// out  costs [frame][use][label] i32   |y − x|² − min |y − x|² in squared grid steps, at most 2^26
// map  one invocation per use; workgroup y = frame
// exact: integers
#import common/run
#import common/workgroup-slot
#import channel/points/distance

@group(0) @binding(1) var<storage, read> received: array<i32>;
@group(0) @binding(2) var<storage, read> points: array<i32>;
@group(0) @binding(3) var<storage, read_write> costs: array<i32>;

const LABELS: u32 = 1u << BITS;
// An LLR of 512 or more; the sum of 8 stays below 2^30.
const MOST: i32 = 67108864;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (id.x >= USES || slot >= run.frames) { return; }
  let place = slot * USES + id.x;
  var nearest = squared_distance(place, 0u);
  for (var label = 1u; label < LABELS; label++) { nearest = min(nearest, squared_distance(place, label)); }
  for (var label = 0u; label < LABELS; label++) {
    costs[place * LABELS + label] = min(squared_distance(place, label) - nearest, MOST);
  }
}
