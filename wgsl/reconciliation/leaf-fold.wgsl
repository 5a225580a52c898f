// reconciliation/leaf-fold: one or two levels of Karatsuba's method (PARTS 1 or 2, TWO = PARTS − 1): of the products low, high and sum of halves
// of h coefficients, low + x^h·(low + high + sum) + x^2h·high. A coefficient of WIDTH words is one of 32 polynomials a word.
// in   products [frame][2·SIZE][second level's three][first level's three][WIDTH]
// out  whole [frame][4·PARTS·SIZE][WIDTH], or of the TOP level [frame][POINTS][4·PARTS·SIZE][LANES], of which an iteration has WIDTH/LANES points
// map  one invocation per word of T coefficients of a part, CHUNKS workgroups per row; workgroup y = frame
// bound by memory
// exact: exclusive or
#import common/run, common/workgroup-slot

#in products: u32
#out whole: u32

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup_slot(workgroup);
  let first = workgroup.x / CHUNKS * T;
  let word = workgroup.x % CHUNKS * WORKGROUP_SIZE + invocation;
  if (word >= WIDTH || slot >= run.frames) { return; }
  // From a product's coefficient t to its coefficient t + SIZE.
  let upper = SIZE * PRODUCTS * WIDTH;
  var given = (slot * 2u * SIZE + first) * PRODUCTS * WIDTH + word;
  let all = 4u * PARTS * SIZE;
#if TOP
  let points = slot * POINTS + (run.iteration - 1u) * (WIDTH / LANES);
  let row = LANES;
  var made = (points * all + first) * LANES + word + word / LANES * ((all - 1u) * LANES);
#else
  let row = WIDTH;
  var made = (slot * all + first) * WIDTH + word;
#end
  for (var t = 0u; t < T; t++) {
    // The first level's products in parts of SIZE coefficients: part p of half e.
#for h in 0..3
#if TWO
#for p in 0..3
    let low$h_$p = products[given + (3u * $pu + $hu) * WIDTH];
    let high$h_$p = products[given + (3u * $pu + $hu) * WIDTH + upper];
#end
    let part$h_0_0 = low$h_0;
    let part$h_0_1 = high$h_0 ^ low$h_0 ^ low$h_1 ^ low$h_2;
    let part$h_1_0 = low$h_1 ^ high$h_0 ^ high$h_1 ^ high$h_2;
    let part$h_1_1 = high$h_1;
#else
    let part$h_0_0 = products[given + $hu * WIDTH];
    let part$h_1_0 = products[given + $hu * WIDTH + upper];
#end
#end
#for p in 0..PARTS
    whole[made + $pu * SIZE * row] = part0_0_$p;
    whole[made + (PARTS + $pu) * SIZE * row] = part0_1_$p ^ part0_0_$p ^ part1_0_$p ^ part2_0_$p;
    whole[made + (2u * PARTS + $pu) * SIZE * row] = part1_0_$p ^ part0_1_$p ^ part1_1_$p ^ part2_1_$p;
    whole[made + (3u * PARTS + $pu) * SIZE * row] = part1_1_$p;
#end
    given += PRODUCTS * WIDTH;
    made += row;
  }
}
