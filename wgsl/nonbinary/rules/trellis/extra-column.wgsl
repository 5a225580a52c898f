// The extra column of trellis Min-Max and its messages to each edge. The kernel declares Words, TileWords, Pairs and Numbers and NO_EDGES, has
// firsts, positions and seconds before it calls make_column, and scaled and scaled_second.

// The messages to an edge, by deviation a, in words in their stored form.
var<private> extra: Words;            // E
var<private> unowned: Words;          // the least message
var<private> owned: Words;            // to the first of the edges of E: the second message, if this edge has the least
var<private> owners: Numbers;   // the edges of E: the first, 2^16 · the other

// Computes the extra column and its edges, PAIRS deviations at a time with PAIRS others. Vectors stay in memory, since
// all pairs unrolled would take three times a GPU's instruction cache.
fn make_column() {
  // Pairs with deviation 0 do not count.
  firsts[0] = WORST;
  for (var block = 0u; block < Q; block += PAIRS) {
    var best: Pairs;
    var edges: Pairs;
#for c in 0..PAIRS
    best[$c] = firsts[block + $cu];
    edges[$c] = positions[block + $cu] * 0x10001u;
#end
    // Deviations x of other and y of partner add up to one of block; among equals the pair of the lowest x counts.
    for (var other = 0u; other < Q; other += PAIRS) {
      let partner = other ^ block;
      if (other > partner) { continue; }
      var x: Pairs;
      var y: Pairs;
      var x_edge: Pairs;
      var y_edge: Pairs;
#for k in 0..PAIRS
      x[$k] = firsts[other + $ku];
      y[$k] = firsts[partner + $ku];
      x_edge[$k] = positions[other + $ku];
      y_edge[$k] = positions[partner + $ku];
#end
#for k in 0..PAIRS
#for c in 0..PAIRS
      {
        let value = max(x[$k], y[$cu ^ $ku]);
        let better = (value < best[$c]) & (x_edge[$k] != y_edge[$cu ^ $ku]);
        best[$c] = select(best[$c], value, better);
        edges[$c] = select(edges[$c], x_edge[$k] | (y_edge[$cu ^ $ku] << 16u), better);
      }
#end
#end
    }
    if (block == 0u) {
      best[0] = 0u;
      edges[0] = NO_EDGES;
    }
#for k in 0..PAIRS_QUADS
    {
      var one: vec4f;
      var two: vec4f;
      var three: vec4f;
#for u in 0..QUAD
      {
        const c = 4u * $ku + $uu;
        let first = edges[c] & 0xffffu;
        let second = edges[c] >> 16u;
        let position = positions[block + c];
        let least = firsts[block + c];
        let has_least = (first == position) | (second == position);
        owners[block + c] = select(edges[c], (first << 16u) | second, second == position);
        one[$u] = scaled(best[c]);
        two[$u] = scaled(least);
        three[$u] = select(scaled(least), scaled_second(seconds[block + c]), has_least);
      }
#end
      let one_words = words_of(one);
      let two_words = words_of(two);
      let three_words = words_of(three);
#for w in 0..QUAD_WORDS
      {
        let at = block / PER_WORD + QUAD_WORDS * $ku + $wu;
        extra[at] = one_words[$w];
        unowned[at] = two_words[$w];
        owned[at] = three_words[$w];
      }
#end
    }
#end
  }
}

// The column stays in registers if it has one tile: every edge would read all of it again from private memory.
#if ONE_TILE
struct Column {
  extra: Words,
  unowned: Words,
  owned: Words,
  owners: array<u32, Q>,
}
fn read_column(column: ptr<function, Column>) {
#for k in 0..TILE_WORDS
  (*column).extra[$k] = extra[$k];
  (*column).unowned[$k] = unowned[$k];
  (*column).owned[$k] = owned[$k];
#end
#for k in 0..TILE: (*column).owners[$k] = owners[$k];
}
#end

// The column's messages to edge i, one tile of words, by deviation.
#if ONE_TILE
fn said(i: u32, column: ptr<function, Column>) -> TileWords {
  var words: TileWords;
#for k in 0..TILE_WORDS
#for u in 0..PER_WORD
  {
    let edges = (*column).owners[PER_WORD * $ku + $uu];
    let other = select((*column).extra[$k], (*column).unowned[$k], (edges >> 16u) == i);
    words[$k] = joined(words[$k], select(other, (*column).owned[$k], (edges & 0xffffu) == i), $uu);
  }
#end
#end
  return words;
}
#else
fn said(i: u32, block: u32) -> TileWords {
  var words: TileWords;
#for k in 0..TILE_WORDS
  {
    let at = block + $ku;
#for u in 0..PER_WORD
    {
      let edges = owners[PER_WORD * at + $uu];
      let other = select(extra[at], unowned[at], (edges >> 16u) == i);
      words[$k] = joined(words[$k], select(other, owned[at], (edges & 0xffffu) == i), $uu);
    }
#end
  }
#end
  return words;
}
#end
