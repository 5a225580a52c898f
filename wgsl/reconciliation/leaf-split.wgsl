// reconciliation/leaf-split: one or two levels of Karatsuba's method (PARTS 1 or 2, TWO = PARTS − 1). Polynomials become their low half, their
// high half and the sum of both, and then each of these the same. A coefficient of WIDTH words is one of 32 polynomials a word.
// in   a, b [frame][2·PARTS·SIZE][WIDTH], or of the TOP level [frame][POINTS][2·PARTS·SIZE][LANES], of which WIDTH/LANES points are taken in
//      an iteration
// out  a_parts, b_parts [frame][SIZE][second level's three][first level's three][WIDTH]
// map  one invocation per word of T coefficients of a part, CHUNKS workgroups per row; workgroup y = frame
// bound by memory
// exact: exclusive or
#import common/run, common/workgroup-slot

#in a: u32, b: u32
#out a_parts: u32, b_parts: u32

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup_slot(workgroup);
  let first = workgroup.x / CHUNKS * T;
  let word = workgroup.x % CHUNKS * WORKGROUP_SIZE + invocation;
  if (word >= WIDTH || slot >= run.frames) { return; }
  let all = 2u * PARTS * SIZE;
#if TOP
  let points = slot * POINTS + (run.iteration - 1u) * (WIDTH / LANES);
  let row = LANES;
  var given = (points * all + first) * LANES + word + word / LANES * ((all - 1u) * LANES);
#else
  let row = WIDTH;
  var given = (slot * all + first) * WIDTH + word;
#end
  var made = (slot * SIZE + first) * PRODUCTS * WIDTH + word;
  for (var t = 0u; t < T; t++) {
#for p in 0..PARTS
    let a0_$p = a[given + $pu * SIZE * row];
    let a1_$p = a[given + (PARTS + $pu) * SIZE * row];
    let b0_$p = b[given + $pu * SIZE * row];
    let b1_$p = b[given + (PARTS + $pu) * SIZE * row];
    let a2_$p = a0_$p ^ a1_$p;
    let b2_$p = b0_$p ^ b1_$p;
#end
#for h in 0..3
#for p in 0..PARTS
    a_parts[made + (3u * $pu + $hu) * WIDTH] = a$h_$p;
    b_parts[made + (3u * $pu + $hu) * WIDTH] = b$h_$p;
#end
#if TWO
    a_parts[made + (6u + $hu) * WIDTH] = a$h_0 ^ a$h_1;
    b_parts[made + (6u + $hu) * WIDTH] = b$h_0 ^ b$h_1;
#end
#end
    given += row;
    made += PRODUCTS * WIDTH;
  }
}
