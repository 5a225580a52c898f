// reconciliation/leaf-fold: a level of Karatsuba's method: of the products low, high and sum of halves of HALF coefficients,
// low + x^HALF·(low + high + sum) + x^(2·HALF)·high. A coefficient is a word of 32 polynomials.
// in   halves [frame][NODES][3][2·HALF][LANES]
// out  whole [frame][NODES][4·HALF][LANES], or of the TOP level [frame][POINTS][4·HALF][LANES] at points (i − 1)·NODES … in iteration i
// map  one workgroup of LANES invocations per T coefficients of a product of halves; workgroup y = frame
// bound by memory
// exact: exclusive or
#import common/run
#import common/workgroup-slot

@group(0) @binding(1) var<storage, read> halves: array<u32>;
@group(0) @binding(2) var<storage, read_write> whole: array<u32>;

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = workgroup_slot(workgroup);
  if (slot >= run.frames) { return; }
  let runs = 2u * HALF / T;
  let node = workgroup.x / runs;
  let first = workgroup.x % runs * T;
  let width = HALF * LANES;
  var given = ((slot * NODES + node) * 6u * HALF + first) * LANES + lane;
#if TOP
  var made = ((slot * POINTS + (run.iteration - 1u) * NODES + node) * 4u * HALF + first) * LANES + lane;
#else
  var made = ((slot * NODES + node) * 4u * HALF + first) * LANES + lane;
#end
  // Coefficients t and t + HALF of the whole where t < HALF, and beyond t + HALF and t + 2·HALF.
  for (var t = first; t < first + T; t++) {
    let low = halves[given];
    let high = halves[given + 2u * width];
    let beside = halves[given + width];
    whole[made + width] = low ^ high ^ halves[given + 4u * width] ^ beside;
    if (t < HALF) { whole[made] = low; } else { whole[made + 2u * width] = high; }
    given += LANES;
    made += LANES;
  }
}
