// The forward-backward algorithm of a check (nonbinary paper, Algorithm 2), in the work item that has the whole check:
// F_i = F_{i−1} * Q_i, B_i = Q_i * B_{i+1}, R_i = F_{i−1} * B_{i+1}, where C = A * B is the trellis step
// C(c) = min_x max(A(x), B(c ⊕ x)), TILE × TILE pairs at a time in registers.
// The kernel declares alias Metric, WORST (the neutral element of min), closer(least, a, b) = min(least, max(a, b)),
// load_input(i, to) and put_vector(i, values, input), which is also given what load_input loads of that edge.
alias Vector = array<Metric, Q>;
alias Tile = array<Metric, TILE>;

// F_0 … F_{degree − 3}; what is used with the next edge's message stays in registers where q = TILE.
var<private> forward: array<Metric, DEGREE * Q>;

fn step(left: ptr<function, Vector>, right: ptr<function, Vector>, to: ptr<function, Vector>) {
  for (var block = 0u; block < Q; block += TILE) {
    var least: Tile;
#for c in 0..TILE
    least[$c] = WORST;
#end
    for (var other = 0u; other < Q; other += TILE) {
      var a: Tile;
      var b: Tile;
#for x in 0..TILE
      a[$x] = (*left)[other + $xu];
      b[$x] = (*right)[(block ^ other) + $xu];
#end
#for x in 0..TILE
#for c in 0..TILE
      least[$c] = closer(least[$c], a[$x], b[$cu ^ $xu]);
#end
#end
    }
#for c in 0..TILE
    (*to)[block + $cu] = least[$c];
#end
  }
}

// For checks of degree 2 and more. (Every function is called at one place or two: compilers copy them there.)
fn forward_backward(degree: u32) {
  var current: Vector;
  var other: Vector;
  var result: Vector;
  for (var i = 0u; i + 1u < degree; i++) {
    load_input(i, &other);
    if (i == 0u) {
      result = other;
    } else {
      for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE
        forward[(i - 1u) * Q + block + $xu] = current[block + $xu];
#end
      }
      step(&current, &other, &result);
    }
    current = result;
  }
  // `current` is F_{degree − 2} and then B_{i + 1}.
  for (var i = degree - 1u; i < degree; i--) {
    if (i == 0u || i + 1u == degree) {
      result = current;
    } else {
      for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE
        other[block + $xu] = forward[(i - 1u) * Q + block + $xu];
#end
      }
      step(&other, &current, &result);
    }
    load_input(i, &other);
    put_vector(i, &result, &other);
    if (i + 1u == degree) {
      current = other;
    } else if (i > 0u) {
      step(&current, &other, &result);
      current = result;
    }
  }
}
