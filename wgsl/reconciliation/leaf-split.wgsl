// reconciliation/leaf-split: a level of Karatsuba's method: polynomials of 2·HALF coefficients become their low half, their high half and the
// sum of both. A coefficient of WIDTH words is one of 32 polynomials a word.
// in   a, b [frame][2·HALF][WIDTH], or of the TOP level [frame][POINTS][2·HALF][LANES], of which WIDTH/LANES points are taken in an iteration
// out  a_halves, b_halves [frame][HALF][3][WIDTH]
// map  one invocation per word of T coefficients of a half, CHUNKS workgroups per row; workgroup y = frame
// bound by memory
// exact: exclusive or
#import common/run, common/workgroup-slot

#in a: u32, b: u32
#out a_halves: u32, b_halves: u32

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  let first = workgroup.x / CHUNKS * T;
  let word = workgroup.x % CHUNKS * WORKGROUP_SIZE + invocation;
  if (word >= WIDTH || slot >= run.frames) { return; }
#if TOP
  let points = slot * POINTS + (run.iteration - 1u) * (WIDTH / LANES);
  let row = LANES;
  var given = (points * 2u * HALF + first) * LANES + word + word / LANES * ((2u * HALF - 1u) * LANES);
#else
  let row = WIDTH;
  var given = (slot * 2u * HALF + first) * WIDTH + word;
#end
  var made = (slot * HALF + first) * 3u * WIDTH + word;
  for (var t = 0u; t < T; t++) {
    let a_low = a[given];
    let a_high = a[given + HALF * row];
    let b_low = b[given];
    let b_high = b[given + HALF * row];
    a_halves[made] = a_low;
    a_halves[made + WIDTH] = a_high;
    a_halves[made + 2u * WIDTH] = a_low ^ a_high;
    b_halves[made] = b_low;
    b_halves[made + WIDTH] = b_high;
    b_halves[made + 2u * WIDTH] = b_low ^ b_high;
    given += row;
    made += 3u * WIDTH;
  }
}
