// Functions of binary/chip/iterations that test 32 checks of a block row at a time (SLICED), where drivers take long to compile a test of all edges.
// A plane has the sign bits of a block column in a lane, 32 variables to a word. It begins again behind the last variable, so that the bits of
// 32 variables from any one on are in two words. Element 32·b + LANE_BITS·l + c of sign word w has block b of column 16·w + c in lane l.
var<workgroup> planes: array<u32, WORDS * PLANES_SIZE>;
// The edges in workgroup memory, because each step of a test waits for one.
var<workgroup> near_edges: array<u32, PLANE_EDGES>;

fn load_plane_edges(invocation: u32) {
  for (var e = invocation; e < PLANE_EDGES; e += WORKGROUP_SIZE) { near_edges[e] = plane_edges[e]; }
}

// Transposes blocks of 32 elements as matrices of bits: of an invocation's sign words, 32 invocations' bits of a column become a word.
fn fill_planes(place: u32, z: u32) {
  let first = place * PLANES_SIZE;
  for (var variable = z; variable < PLANE_VARIABLES; variable += LIFTING_SIZE) {
#for w in 0..SIGN_WORDS
    planes[first + $wu * PLANE_VARIABLES + variable] = column_signs_$w;
#end
  }
  for (var distance = 16u; distance > 0u; distance /= 2u) {
    workgroupBarrier();
    let mask = 0xffffffffu / ((1u << distance) + 1u);
    for (var pair = z; pair < PLANES_SIZE / 2u; pair += LIFTING_SIZE) {
      let at = first + pair + (pair & ~(distance - 1u));
      let low = planes[at];
      let high = planes[at + distance];
      planes[at] = (low & mask) | ((high & mask) << distance);
      planes[at + distance] = ((low >> distance) & mask) | (high & ~mask);
    }
  }
  workgroupBarrier();
}

// Sign bits of the lanes that fail one of the checks that an invocation tests: 32 of a block row in a lane at a time.
fn odd_lanes_1(_word: u32, _core: u32, place: u32, z: u32) -> u32 {
  fill_planes(place, z);
  var odd = 0u;
  for (var test = z; test < TESTS; test += LIFTING_SIZE) {
    let lane = test % INTERLEAVE;
    let check = test / INTERLEAVE % BLOCKS * 32u;
    let row = test / INTERLEAVE / BLOCKS;
    let first = place * PLANES_SIZE + lane * LANE_BITS;
    let end = near_edges[row + 1u];
    var parities = 0u;
    for (var e = near_edges[row]; e < end; e++) {
      let edge = near_edges[e];
      let turned = check + edge % 65536u;
      let variable = min(turned, turned - LIFTING_SIZE);
      let at = first + edge / 65536u + (variable & ~31u);
      parities ^= (planes[at] >> (variable % 32u)) | ((planes[at + 32u] << 1u) << (31u - variable % 32u));
    }
    if (parities << (32u - min(LIFTING_SIZE - check, 32u)) != 0u) { odd |= 1u << ((lane + 1u) * LANE_BITS - 1u); }
  }
  return odd;
}
