// The basic set of trellis Min-Max and its messages to each edge (Thi and Lee 2018): log2(q) deviations of which no sum is 0. Greedily, each next
// one has the least first message of those that no sum of the earlier ones is, the lowest of equals. Every other deviation is one sum of them
// alone, and its value is their greatest: the last one's, as the values ascend. An edge that has the least message of one of them is told its
// second message in this one's place. As nonbinary/rules/trellis/extra-column for the kernel.
const NO_SUM: u32 = 0xffffffffu;

// Of each deviation, a bit for each element of the basic set that it is a sum of.
var<private> sums: Numbers;
// Of each element its two messages, scaled, and the edge of the first.
var<private> values: array<f32, ELEMENTS>;
var<private> other_values: array<f32, ELEMENTS>;
var<private> edges: array<u32, ELEMENTS>;

fn make_column() {
  for (var a = 0u; a < Q; a++) { sums[a] = NO_SUM; }
  sums[0] = 0u;
  for (var k = 0u; k < ELEMENTS; k++) {
    var least = 0xffffffffu;
    var element = 0u;
    for (var a = 1u; a < Q; a++) {
      let is_closer = (sums[a] == NO_SUM) & (firsts[a] < least);
      least = select(least, firsts[a], is_closer);
      element = select(element, a, is_closer);
    }
    values[k] = scaled(least);
    other_values[k] = scaled_second(seconds[element]);
    edges[k] = positions[element];
    for (var a = 0u; a < Q; a++) {
      if (sums[a] < (1u << k)) { sums[a ^ element] = sums[a] | (1u << k); }
    }
  }
}

// The value of a sum of elements for an edge that has the least messages of the elements `own`.
fn value_without(own: u32, sum: u32) -> f32 {
  let others = sum & ~own;
  var value = select(0.0, values[firstLeadingBit(others | 1u)], others != 0u);
  for (var left = sum & own; left != 0u; left &= left - 1u) { value = max(value, other_values[firstTrailingBit(left)]); }
  return value;
}

#if ONE_TILE
struct Column { sums: Numbers }
fn read_column(column: ptr<function, Column>) { (*column).sums = sums; }
fn said(i: u32, column: ptr<function, Column>) -> TileWords {
#else
fn said(i: u32, block: u32) -> TileWords {
#end
  var own = 0u;
  for (var k = 0u; k < ELEMENTS; k++) { own |= select(0u, 1u << k, edges[k] == i); }
  var words: TileWords;
#for k in 0..TILE_QUADS
  {
    var four: vec4f;
#for u in 0..QUAD
#if ONE_TILE: four[$u] = value_without(own, (*column).sums[4u * $ku + $uu]);
#else: four[$u] = value_without(own, sums[PER_WORD * block + 4u * $ku + $uu]);
#end
    let stored = words_of(four);
#for w in 0..QUAD_WORDS: words[QUAD_WORDS * $ku + $wu] = stored[$w];
  }
#end
  return words;
}
