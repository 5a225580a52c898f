// channel/points/part-costs: costs of the symbols of a use that carries several, BITS / P of them, the first in the least significant bits:
// −ln of the sum of exp(−|y − x|²/2σ²) over the points x whose label has the symbol, beyond the least of these costs.
// in   received [frame][use][DIMENSIONS + FADING] i32, points [label][DIMENSIONS] i32   grid steps
//      label_bits [use][BITS]          as channel/points/sample, whole symbols
//      soft_scale [2] f32, exponentials [16384], logarithms [4096] i32                  as channel/points/demap-plane
// out  costs [frame][N][q] i32         multiples of 2^-14, at most 2^24 + 2^17
// map  one invocation per symbol in the order of sending; workgroup y = frame
// bound by about 3·2^BITS distances per symbol
// exact: integers, tables, and single multiplications of f32; costs are within 0.002 of the sums' true logarithms
#import common/run, common/workgroup-slot, channel/points/distance, channel/points/soft-sums

#in received: i32, points: i32, label_bits: u32, soft_scale: f32, exponentials: u32, logarithms: i32
#out costs: i32

const SYMBOLS: u32 = BITS / P;
const Q: u32 = 1u << P;
const LABELS: u32 = 1u << BITS;
const MOST: i32 = 2147483647;

// A label with a symbol at a place, and the other bits in their order.
fn label_with(symbol: u32, place: u32, others: u32) -> u32 {
  let shift = place * P;
  return (others & ((1u << shift) - 1u)) | (symbol << shift) | ((others >> shift) << (shift + P));
}

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= N || slot >= run.frames) { return; }
  let place = slot * USES + id.x / SYMBOLS;
  let part = id.x % SYMBOLS;
  var nearest = MOST;
  for (var label = 0u; label < LABELS; label++) { nearest = min(nearest, squared_distance(place, label)); }
  let at = (slot * N + label_bits[id.x * P] / P) * Q;
  var least = MOST;
  for (var a = 0u; a < Q; a++) {
    var own = MOST;
    for (var i = 0u; i < LABELS / Q; i++) { own = min(own, squared_distance(place, label_with(a, part, i))); }
    var sum = 0u;
    for (var i = 0u; i < LABELS / Q; i++) {
      sum += exponential(squared_distance(place, label_with(a, part, i)) - own);
    }
    let cost = llr_of(own - nearest) - logarithm(sum);
    costs[at + a] = cost;
    least = min(least, cost);
  }
  for (var a = 0u; a < Q; a++) { costs[at + a] -= least; }
}
