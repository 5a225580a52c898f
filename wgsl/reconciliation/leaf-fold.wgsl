// reconciliation/leaf-fold: a level of Karatsuba's method: of the products low, high and sum of halves of HALF coefficients,
// low + x^HALF·(low + high + sum) + x^(2·HALF)·high. A coefficient of WIDTH words is one of 32 polynomials a word.
// in   halves [frame][2·HALF][3][WIDTH]
// out  whole [frame][4·HALF][WIDTH], or of the TOP level [frame][POINTS][4·HALF][LANES], of which an iteration has WIDTH/LANES points
// map  one invocation per word of T coefficients of a product of halves, CHUNKS workgroups per row; workgroup y = frame
// bound by memory
// exact: exclusive or
#import common/run, common/workgroup-slot

#in halves: u32
#out whole: u32

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  let first = workgroup.x / CHUNKS * T;
  let word = workgroup.x % CHUNKS * WORKGROUP_SIZE + invocation;
  if (word >= WIDTH || slot >= run.frames) { return; }
  var given = (slot * 2u * HALF + first) * 3u * WIDTH + word;
#if TOP
  let points = slot * POINTS + (run.iteration - 1u) * (WIDTH / LANES);
  let row = LANES;
  var made = (points * 4u * HALF + first) * LANES + word + word / LANES * ((4u * HALF - 1u) * LANES);
#else
  let row = WIDTH;
  var made = (slot * 4u * HALF + first) * WIDTH + word;
#end
  for (var t = first; t < first + T; t++) {
    let low = halves[given];
    let high = halves[given + WIDTH];
    let middle = low ^ high ^ halves[given + 2u * WIDTH];
    // Coefficients t and t + HALF of the whole where t < HALF, and beyond t + HALF and t + 2·HALF.
    if (first < HALF) {
      whole[made] = low;
      whole[made + HALF * row] = middle ^ halves[given + 3u * HALF * WIDTH];
    } else {
      whole[made + HALF * row] = middle ^ halves[given + WIDTH - 3u * HALF * WIDTH];
      whole[made + 2u * HALF * row] = high;
    }
    given += 3u * WIDTH;
    made += row;
  }
}
