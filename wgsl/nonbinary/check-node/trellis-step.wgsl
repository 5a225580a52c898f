// The trellis step C(c) = min_x max(A(x), B(c ⊕ x)) in one invocation with whole vectors, TILE × TILE pairs at a time
// in registers, and the forward metrics of nonbinary/check-node/forward-backward, which the kernel imports after it (with KEEPS: a step
// of vectors in its memory).
// The kernel declares alias Metric, alias Tiled with tiled(metric) and untiled, the form in which pairs are compared,
// WORST (its neutral element of min), closest(least, a, b, c, d), the least value of `least` and of two pairs,
// forced(x), the message of a check of degree 1 about a symbol, and settle(vector), which finishes a step's result.
//
// HALVES processes a tile's symbols x in two halves where a pair takes two instructions: a GPU runs 16 KB of
// instructions from its cache, and longer straight-line code at a third of the speed. The loop over the other tiles has its update in its
// body, so that no compiler for CPUs unrolls it: the loads of all tiles would come first, and take more registers than there are.
alias Vector = array<Metric, Q>;
alias Tile = array<Tiled, TILE>;

#if !KEEPS
// F_0 … F_{degree − 3}; the next operand stays in registers if q = TILE. The array is as short as possible, because a shader sets all of it
// to zero. A vector's place is a dimension of its own, because devices check each index.
const FORWARDS: u32 = max(DEGREE, 3u) - 2u;
var<private> forward: array<Vector, FORWARDS>;

fn step(left: ptr<function, Vector>, right: ptr<function, Vector>, to: ptr<function, Vector>)
#else
fn step(vectors: ptr<function, Vectors>, left: u32, right: u32, to: u32)
#end
{
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
    var least: Tile;
#for c in 0..TILE: least[$c] = WORST;
#if ONE_TILE: { const other = 0u;
#else: for (var other = 0u; other < Q;) {
      var a: Tile;
      var b: Tile;
#for x in 0..TILE
#if KEEPS
      a[$x] = tiled((*vectors)[left][other + $xu]);
      b[$x] = tiled((*vectors)[right][(block ^ other) + $xu]);
#else
      a[$x] = tiled((*left)[other + $xu]);
      b[$x] = tiled((*right)[(block ^ other) + $xu]);
#end
#end
#if HALVES
      for (var half = 0u; half < 2u; half++) {
#for x in 0..HALF_PAIRS
#for c in 0..TILE
        least[$c] = closest(least[$c], a[2 * $x], b[$cu ^ (2u * $xu)], a[2 * $x + 1], b[$cu ^ (2u * $xu + 1u)]);
#end
#end
#for x in 0..HALF_TILE
        let swapped_$x = b[$x];
        b[$x] = b[$xu + HALF_TILE];
        b[$xu + HALF_TILE] = swapped_$x;
        a[$x] = a[$xu + HALF_TILE];
#end
      }
#else
#for x in 0..PAIRS
#for c in 0..TILE
      least[$c] = closest(least[$c], a[2 * $x], b[$cu ^ (2u * $xu)], a[2 * $x + 1], b[$cu ^ (2u * $xu + 1u)]);
#end
#end
#end
#if !ONE_TILE: other += TILE;
    }
#for c in 0..TILE
#if KEEPS: (*vectors)[to][block + $cu] = untiled(least[$c]);
#else: (*to)[block + $cu] = untiled(least[$c]);
#end
  }
#if KEEPS: settle(&(*vectors)[to]);
#else: settle(to);
}

#if !KEEPS
fn load_forward(i: u32, to: ptr<function, Vector>) {
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE: (*to)[block + $xu] = forward[i][block + $xu];
  }
}

fn store_forward(i: u32, values: ptr<function, Vector>) {
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE: forward[i][block + $xu] = (*values)[block + $xu];
  }
}
#end

fn force(vector: ptr<function, Vector>) {
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE: (*vector)[block + $xu] = forced(block + $xu);
  }
}
