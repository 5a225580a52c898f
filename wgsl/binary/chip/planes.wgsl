// Functions of binary/chip/iterations that test 32 checks of a block row at a time (SLICED), where drivers take long to compile a test of all edges.
// A plane has the sign bits of a block column in a lane, 32 variables to a word. It begins again behind the last variable, so that the bits of
// 32 variables from any one on are in two words. Block PLANE_BLOCKS·w + b of the planes has variables 32·b to 32·b + 31 of sign word w: its element
// LANE_BITS·l + c is of column 32 / INTERLEAVE · w + c in lane l. A block has 33 words (BLOCK_SIZE), so that equal elements of 32 blocks are in
// different banks of workgroup memory.
var<workgroup> planes: array<u32, WORDS * PLANES_SIZE>;
const PLANES_BLOCKS = PLANES_SIZE / BLOCK_SIZE;

// Eight elements of a block as four pairs, which are `distance` apart where a step of the transposition begins.
struct Pairs { low: vec4u, high: vec4u }

// A step of the transposition: in each pair, the first element's bits outside the mask change places with the second element's bits in it.
fn exchanged(pairs: Pairs, distance: u32, mask: u32) -> Pairs {
  let low = vec4u(mask);
  let by = vec4u(distance);
  return Pairs((pairs.low & low) | ((pairs.high & low) << by), ((pairs.low >> by) & low) | (pairs.high & ~low));
}

// The same elements in pairs of half the distance: the new partner of an element is two places after it among its four, or one place.
fn paired_in_halves(p: Pairs) -> Pairs {
  return Pairs(vec4u(p.low.x, p.low.y, p.high.x, p.high.y), vec4u(p.low.z, p.low.w, p.high.z, p.high.w));
}
fn paired_in_turn(p: Pairs) -> Pairs {
  return Pairs(vec4u(p.low.x, p.high.x, p.low.z, p.high.z), vec4u(p.low.y, p.high.y, p.low.w, p.high.w));
}

fn four_words(at: u32, distance: u32) -> vec4u {
  return vec4u(planes[at], planes[at + distance], planes[at + 2u * distance], planes[at + 3u * distance]);
}
fn put_four_words(at: u32, distance: u32, words: vec4u) {
  planes[at] = words.x;
  planes[at + distance] = words.y;
  planes[at + 2u * distance] = words.z;
  planes[at + 3u * distance] = words.w;
}

// Transposes blocks as matrices of bits: of an invocation's sign words, 32 invocations' bits of a column become a word. An invocation has a quarter
// of a block in registers: every fourth element for three steps, then eight that follow each other for two.
fn fill_planes(place: u32, z: u32) {
  let first = place * PLANES_SIZE;
  for (var variable = z; variable < 32u * PLANE_BLOCKS; variable += LIFTING_SIZE) {
    let at = first + variable / 32u * BLOCK_SIZE + variable % 32u;
#for w in 0..SIGN_WORDS: planes[at + $wu * PLANE_BLOCKS * BLOCK_SIZE] = column_signs_$w;
#for w in SIGN_WORDS..PLANE_WORDS: planes[at + $wu * PLANE_BLOCKS * BLOCK_SIZE] = 0u;
  }
  workgroupBarrier();
  for (var part = z; part < 4u * PLANES_BLOCKS; part += LIFTING_SIZE) {
    let at = first + part % PLANES_BLOCKS * BLOCK_SIZE + part / PLANES_BLOCKS;
    let by_16 = exchanged(Pairs(four_words(at, 4u), four_words(at + 16u, 4u)), 16u, 0x0000ffffu);
    let by_8 = exchanged(paired_in_halves(by_16), 8u, 0x00ff00ffu);
    let by_4 = exchanged(paired_in_turn(by_8), 4u, 0x0f0f0f0fu);
    put_four_words(at, 8u, by_4.low);
    put_four_words(at + 4u, 8u, by_4.high);
  }
  workgroupBarrier();
  for (var part = z; part < 4u * PLANES_BLOCKS; part += LIFTING_SIZE) {
    let at = first + part % PLANES_BLOCKS * BLOCK_SIZE + part / PLANES_BLOCKS * 8u;
    let by_2 = exchanged(paired_in_halves(Pairs(four_words(at, 1u), four_words(at + 4u, 1u))), 2u, 0x33333333u);
    let by_1 = exchanged(paired_in_turn(by_2), 1u, 0x55555555u);
    put_four_words(at, 2u, by_1.low);
    put_four_words(at + 1u, 2u, by_1.high);
  }
  workgroupBarrier();
}

// Sign bits of the lanes that fail one of the checks that an invocation tests: 32 of a block row in a lane at a time, four edges together.
fn odd_lanes_1(_word: u32, _core: u32, place: u32, z: u32) -> u32 {
  fill_planes(place, z);
  var odd = 0u;
  for (var test = z; test < TESTS; test += LIFTING_SIZE) {
    let lane = test % INTERLEAVE;
    let check = test / INTERLEAVE % BLOCKS * 32u;
    let first = vec4u(place * PLANES_SIZE + lane * LANE_BITS);
    let edges_of_row = plane_edges[test / INTERLEAVE / BLOCKS];
    var parities = vec4u();
    for (var e = edges_of_row.x; e < edges_of_row.y; e++) {
      let edges = plane_edges[e];
      let turned = vec4u(check) + (edges & vec4u(0xffffu));
      let variable = min(turned, turned - vec4u(LIFTING_SIZE));
      let bit = variable & vec4u(31u);
      let at = first + (edges >> vec4u(16u)) + (variable >> vec4u(5u)) * BLOCK_SIZE;
      let next = at + vec4u(BLOCK_SIZE);
      let low = vec4u(planes[at.x], planes[at.y], planes[at.z], planes[at.w]);
      let high = vec4u(planes[next.x], planes[next.y], planes[next.z], planes[next.w]);
      parities ^= (low >> bit) | ((high << vec4u(1u)) << (vec4u(31u) - bit));
    }
    let parity = parities.x ^ parities.y ^ parities.z ^ parities.w;
    if (parity << (32u - min(LIFTING_SIZE - check, 32u)) != 0u) { odd |= 1u << ((lane + 1u) * LANE_BITS - 1u); }
  }
  return odd;
}
