// reconciliation/leaf-split: a level of Karatsuba's method: polynomials of 2·HALF coefficients become their low half, their high half and the
// sum of both. A coefficient is a word of 32 polynomials.
// in   a, b [frame][NODES][2·HALF][LANES], or of the TOP level [frame][POINTS][2·HALF][LANES] at points (i − 1)·NODES … in iteration i
// out  a_halves, b_halves [frame][NODES][3][HALF][LANES]
// map  one workgroup of LANES invocations per T coefficients of a half; workgroup y = frame
// bound by memory
// exact: exclusive or
#import common/run
#import common/workgroup-slot

@group(0) @binding(1) var<storage, read> a: array<u32>;
@group(0) @binding(2) var<storage, read> b: array<u32>;
@group(0) @binding(3) var<storage, read_write> a_halves: array<u32>;
@group(0) @binding(4) var<storage, read_write> b_halves: array<u32>;

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = workgroup_slot(workgroup);
  if (slot >= run.frames) { return; }
  let runs = HALF / T;
  let node = workgroup.x / runs;
  let first = workgroup.x % runs * T;
  let width = HALF * LANES;
#if TOP
  let polynomial = slot * POINTS + (run.iteration - 1u) * NODES + node;
#else
  let polynomial = slot * NODES + node;
#end
  var given = (polynomial * 2u * HALF + first) * LANES + lane;
  var made = ((slot * NODES + node) * 3u * HALF + first) * LANES + lane;
  for (var t = 0u; t < T; t++) {
    let a_low = a[given];
    let a_high = a[given + width];
    let b_low = b[given];
    let b_high = b[given + width];
    a_halves[made] = a_low;
    a_halves[made + width] = a_high;
    a_halves[made + 2u * width] = a_low ^ a_high;
    b_halves[made] = b_low;
    b_halves[made + width] = b_high;
    b_halves[made + 2u * width] = b_low ^ b_high;
    given += LANES;
    made += LANES;
  }
}
