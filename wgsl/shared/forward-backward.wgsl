// The forward-backward algorithm of a check (nonbinary paper, Algorithm 2), in the work item that has the whole check:
// F_i = F_{i−1} * Q_i, B_i = Q_i * B_{i+1}, R_i = F_{i−1} * B_{i+1}, where C = A * B is the trellis step
// C(c) = min_x max(A(x), B(c ⊕ x)), TILE × TILE pairs at a time in registers.
// The kernel declares alias Metric, WORST (the neutral element of min), closer(least, a, b) = min(least, max(a, b)), forced(x),
// what a check of degree 1 says of a symbol, load_input(i, to), put_vector(i, values, input), which may change both and is
// given what load_input made of the edge if LAYERED, and settle(vector), what becomes of a step's result.
//
// There is one loop over all steps, so that the unrolled step stands in the code once: a GPU runs 16 KB of instructions from
// its cache, and straight-line code of several times that at a third of the speed. For the same reason HALVES does a tile's
// symbols x in two halves where a pair takes two instructions.
alias Vector = array<Metric, Q>;
alias Tile = array<Metric, TILE>;

// F_0 … F_{degree − 3}; what is used next stays in registers where q = TILE.
var<private> forward: array<Metric, DEGREE * Q>;

fn step(left: ptr<function, Vector>, right: ptr<function, Vector>, to: ptr<function, Vector>) {
#if ONE_TILE
  { const block = 0u;
#end
#if !ONE_TILE
  for (var block = 0u; block < Q; block += TILE) {
#end
    var least: Tile;
#for c in 0..TILE
    least[$c] = WORST;
#end
#if ONE_TILE
    { const other = 0u;
#end
#if !ONE_TILE
    for (var other = 0u; other < Q; other += TILE) {
#end
      var a: Tile;
      var b: Tile;
#for x in 0..TILE
      a[$x] = (*left)[other + $xu];
      b[$x] = (*right)[(block ^ other) + $xu];
#end
#if HALVES
      for (var half = 0u; half < 2u; half++) {
#for x in 0..HALF_TILE
#for c in 0..TILE
        least[$c] = closer(least[$c], a[$x], b[$cu ^ $xu]);
#end
#end
#for x in 0..HALF_TILE
        let swapped_$x = b[$x];
        b[$x] = b[$xu + HALF_TILE];
        b[$xu + HALF_TILE] = swapped_$x;
        a[$x] = a[$xu + HALF_TILE];
#end
      }
#end
#if !HALVES
#for x in 0..TILE
#for c in 0..TILE
      least[$c] = closer(least[$c], a[$x], b[$cu ^ $xu]);
#end
#end
#end
    }
#for c in 0..TILE
    (*to)[block + $cu] = least[$c];
#end
  }
  settle(to);
}

fn load_forward(i: u32, to: ptr<function, Vector>) {
#if ONE_TILE
  { const block = 0u;
#end
#if !ONE_TILE
  for (var block = 0u; block < Q; block += TILE) {
#end
#for x in 0..TILE
    (*to)[block + $xu] = forward[i * Q + block + $xu];
#end
  }
}

fn store_forward(i: u32, values: ptr<function, Vector>) {
#if ONE_TILE
  { const block = 0u;
#end
#if !ONE_TILE
  for (var block = 0u; block < Q; block += TILE) {
#end
#for x in 0..TILE
    forward[i * Q + block + $xu] = (*values)[block + $xu];
#end
  }
}

// What an operation of the loop does with `current`, F_{i−1} or B_{i+1}.
const TAKE: u32 = 0u;   // becomes the first edge's message, F_0, or the last's, after which it was the last edge's R
const FORTH: u32 = 1u;  // F_i
const OUT: u32 = 2u;    // R_i
const BACK: u32 = 3u;   // B_i
const END: u32 = 4u;    // was the first edge's R

// TAKE, FORTH …, TAKE, OUT, BACK, OUT, BACK …, END. A check of degree 1, which forces its variable to its syndrome, that is to
// symbol 0 of the first edge's order, has END alone.
fn forward_backward(degree: u32) {
  var current: Vector;
  var other: Vector;
  var result: Vector;
  let steps = degree - 2u;
  if (degree == 1u) {
#if ONE_TILE
    { const block = 0u;
#end
#if !ONE_TILE
    for (var block = 0u; block < Q; block += TILE) {
#end
#for x in 0..TILE
      current[block + $xu] = forced(block + $xu);
#end
    }
  }
  for (var operation = 0u; operation < max(3u * degree - 3u, 1u); operation++) {
    var kind = TAKE;
    var i = 0u;
    if (degree == 1u) {
      kind = END;
    } else if (operation == steps + 1u) {
      i = degree - 1u;
    } else if (operation == 3u * steps + 2u) {
      kind = END;
    } else if (operation > steps) {
      let after = operation - steps - 2u;
      kind = OUT + (after & 1u);
      i = steps - after / 2u;
    } else if (operation > 0u) {
      kind = FORTH;
      i = operation;
    }
    if (kind == OUT) {
      load_forward(i - 1u, &other);
    } else if (kind == BACK && LAYERED == 1u) {
      load_forward(i, &other);
    } else if (kind != END) {
      load_input(i, &other);
    }
    if (kind == FORTH || kind == OUT || kind == BACK) {
      step(&current, &other, &result);
    } else {
      result = current;
    }
    if (kind == TAKE) { current = other; }
    if (kind == OUT || kind == END || (kind == TAKE && i > 0u)) {
      if (LAYERED == 1u && kind != TAKE) {
        load_input(i, &other);
        // Once R_i is in the posterior it cannot be had again; F_i is not needed any more.
        if (kind == OUT) { store_forward(i, &other); }
      }
      put_vector(i, &result, &other);
    }
    if (kind == FORTH || kind == BACK) { current = result; }
    if (kind == FORTH || (kind == TAKE && i == 0u)) { store_forward(i, &current); }
  }
}
