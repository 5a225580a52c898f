// The forward-backward algorithm of a check (nonbinary paper, Algorithm 2), in an invocation that has the whole check:
// F_i = F_{i−1} * Q_i, B_i = Q_i * B_{i+1}, R_i = F_{i−1} * B_{i+1}, where A * B is the trellis step.
// The kernel declares alias Vector, step(left, right, to), store_forward(i, values) and load_forward(i, to) of F_0 … F_{degree − 3},
// force(vector), the message of a check of degree 1 (nonbinary/check-node/trellis-step has these), load_input(i, to),
// and put_vector(i, values, input), which may change both; if LAYERED its input is the output of load_input for the
// edge.
//
// LAYERED: inputs too, up to place degree − 2, where forward metrics are no longer needed.
//
// One loop runs over all steps, so that the code has the unrolled step once: a GPU runs 16 KB of instructions from its
// cache, and longer straight-line code at a third of the speed.

// The operations are F_0, F_1 …, F_{degree − 2}, which is the last edge's R; B_{degree − 1}; R_i and B_i for every i from
// degree − 2 to 1, where B_1 is the first edge's R. F_0 and B_{degree − 1} are messages, the others steps.
fn forward_backward(degree: u32) {
  const NONE = 0xffffffffu;
  var current: Vector;   // F_i, then B_i
  var other: Vector;
  var result: Vector;
  for (var operation = 0u; operation < max(3u * degree, 5u) - 4u; operation++) {
    let forth = operation + 1u < degree;
    let after = operation - degree;
    let out = operation >= degree && (after & 1u) == 0u;
    let takes = operation == 0u || operation + 1u == degree;
    let i = select(degree - 2u - after / 2u, operation, operation < degree);
    var target_edge = select(NONE, i, out);
    if (operation + 2u == degree) { target_edge = degree - 1u; }
    if (!forth && !out && i <= 1u) { target_edge = 0u; }
    if (out) {
      load_forward(i - 1u, &other);
    } else if (degree == 1u) {
      force(&other);
    } else if (LAYERED == 1u && !forth) {
      load_forward(min(i, degree - 2u), &other);
    } else {
      load_input(i, &other);
    }
    if (takes) { result = other; } else { step(&current, &other, &result); }
    if (target_edge != NONE) {
      if (LAYERED == 1u) {
        load_input(target_edge, &other);
        // After R was added to the posterior the input is lost; F of this edge is no longer needed.
        if (target_edge > 0u) { store_forward(min(target_edge, degree - 2u), &other); }
      }
      put_vector(target_edge, &result, &other);
    }
    if (!out) {
      current = result;
      if (operation + 2u < degree) { store_forward(i, &result); }
    }
  }
}
