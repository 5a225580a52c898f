// The forward-backward algorithm of a check (nonbinary paper, Algorithm 2), in the work items that have the whole check:
// F_i = F_{i−1} * Q_i, B_i = Q_i * B_{i+1}, R_i = F_{i−1} * B_{i+1}, where A * B is the trellis step.
// The kernel declares alias Vector, step(left, right, to), store_forward(i, values) and load_forward(i, to) of F_0 … F_{degree − 2},
// force(vector), what a check of degree 1 says (shared/trellis-step has these), load_input(i, to), and put_vector(i, values, input),
// which may change both and is given what load_input made of the edge if LAYERED.
//
// There is one loop over all steps, so that the unrolled step stands in the code once: a GPU runs 16 KB of instructions from
// its cache, and straight-line code of several times that at a third of the speed.

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
  if (degree == 1u) { force(&current); }
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
