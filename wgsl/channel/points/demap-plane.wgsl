// channel/points/demap-plane: LLRs of the bits of labels, from values in the plane, or on an axis with fading: ln Σ exp(−|y − x|²/2σ²) over the points x whose label has
// the bit 0, minus the same for 1 (EXACT), or the largest term of each sum alone.
// in   received [frame][use][DIMENSIONS + FADING] i32, points [label][DIMENSIONS] i32   grid steps
//      label_bits [use][BITS]          as channel/points/sample
//      soft_scale [2] f32              of a squared grid step: 2^14/2σ², and 2^10/2σ²
//      exponentials [16384]            2^16·exp(−i/2^10); the last is 0
//      logarithms [4096] i32           2^14·ln(1 + i/2^12), at the middle of the cell
// out  soft [frame][N·P] i32           LLR in multiples of 2^-14, by coded bits; bits in no label are not written
// map  one invocation per use; workgroup y = frame
// bound by about 2^BITS·(10 + 8·BITS) operations per use
// exact: integers, tables, and single multiplications of f32; LLRs are within 0.002 of the sums' true logarithms
#import common/run, common/workgroup-slot, channel/points/distance, channel/points/soft-sums

#in received: i32, points: i32, label_bits: u32, soft_scale: f32, exponentials: u32, logarithms: i32
#out soft: i32

const PADDING: u32 = 0xffffffffu;
const LABELS: u32 = 1u << BITS;
const MOST: i32 = 2147483647;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= USES || slot >= run.frames) { return; }
  let place = slot * USES + id.x;
#for j in 0..BITS: var nearest_$j = vec2i(MOST);
  for (var label = 0u; label < LABELS; label++) {
    let distance = squared_distance(place, label);
#for j in 0..BITS
    if (((label >> $ju) & 1u) == 0u) { nearest_$j.x = min(nearest_$j.x, distance); }
    if (((label >> $ju) & 1u) == 1u) { nearest_$j.y = min(nearest_$j.y, distance); }
#end
  }
#if EXACT
#for j in 0..BITS: var sums_$j = vec2u(0u);
  for (var label = 0u; label < LABELS; label++) {
    let distance = squared_distance(place, label);
#for j in 0..BITS
    if (((label >> $ju) & 1u) == 0u) { sums_$j.x += exponential(distance - nearest_$j.x); }
    if (((label >> $ju) & 1u) == 1u) { sums_$j.y += exponential(distance - nearest_$j.y); }
#end
  }
#end
#for j in 0..BITS
  let bit_$j = label_bits[id.x * BITS + $ju];
  let difference_$j = nearest_$j.y - nearest_$j.x;
  let size_$j = llr_of(abs(difference_$j));
  var llr_$j = select(size_$j, -size_$j, difference_$j < 0);
#if EXACT: llr_$j += logarithm(sums_$j.x) - logarithm(sums_$j.y);
  if (bit_$j != PADDING) { soft[slot * N * P + bit_$j] = llr_$j; }
#end
}
