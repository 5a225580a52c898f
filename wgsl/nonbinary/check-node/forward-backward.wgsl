// The forward-backward algorithm of a check (nonbinary paper, Algorithm 2), in an invocation that has the whole check:
// F_i = F_{i−1} * Q_i, B_i = Q_i * B_{i+1}, R_i = F_{i−1} * B_{i+1}, where A * B is the trellis step.
// The kernel declares alias Vector, step(left, right, to), store_forward(i, values) and load_forward(i, to) of F_0 … F_{degree − 3},
// force(vector), the message of a check of degree 1 (nonbinary/check-node/trellis-step has these), load_input(i, to),
// and put_vector(i, values, input), which may change the values; if LAYERED its input is the output of load_input for the edge, and
// stays so but for edge 0.
//
// KEEPS: memory, which a CPU caches, holds all vectors, so each input is read once and no vector is copied. The kernel declares alias Vector,
// load_input, force, step(vectors, left, right, to) of the vectors with these numbers, and put_kept(vectors, i, number), which sends a vector
// and adds to vector i, the edge's input.
//
// Without KEEPS one loop runs over all steps, so that the code has the unrolled step and the loads of an input once: a GPU runs 16 KB of
// instructions from its cache, and longer straight-line code at a third of the speed.
#if KEEPS
// The inputs, from FORWARD on F_1 … F_{degree − 2}, then B_i by turns in two vectors, and R_i.
const FORWARD: u32 = DEGREE;
const BACKWARD: u32 = FORWARD + max(DEGREE, 2u) - 2u;
const RESULT: u32 = BACKWARD + 2u;
alias Vectors = array<Vector, RESULT + 1u>;

fn forward_backward(degree: u32) {
  var vectors: Vectors;
  for (var i = 0u; i < degree; i++) { load_input(i, &vectors[i]); }
  // The vectors of F_i and B_{i + 1}.
  var left = 0u;
  var right = degree - 1u;
  if (degree == 1u) {
    force(&vectors[RESULT]);
    right = RESULT;
  } else {
    for (var i = 1u; i + 1u < degree; i++) {
      step(&vectors, left, i, FORWARD + i - 1u);
      left = FORWARD + i - 1u;
    }
    put_kept(&vectors, degree - 1u, left);
    for (var i = degree - 2u; i > 0u; i--) {
      left = select(FORWARD + i - 2u, 0u, i == 1u);
      step(&vectors, left, right, RESULT);
      put_kept(&vectors, i, RESULT);
      step(&vectors, right, i, BACKWARD + (i & 1u));
      right = BACKWARD + (i & 1u);
    }
  }
  put_kept(&vectors, 0u, right);
}
#else

// The operations are F_0, F_1 …, F_{degree − 2}, which is the last edge's R; B_{degree − 1}; R_i and B_i for every i from
// degree − 2 to 1, where B_1 is the first edge's R. F_0 and B_{degree − 1} are messages, the others steps. Each round of the loop ends with
// the loads of the input that the next operation takes; round 0 has nothing else. LAYERED: once R is added to a posterior, its edge's input is
// lost, so R_i is sent after the input for B_i is read, which R_i is added to.
fn forward_backward(degree: u32) {
  const NONE = 0xffffffffu;
  var current: Vector;   // F_i, then B_i
  var other: Vector;
  var result: Vector;
  if (degree == 1u) { force(&other); }
  for (var round = 0u; round < max(3u * degree, 5u) - 3u; round++) {
    let operation = round - 1u;
    let after = operation - degree;
    let out = round > degree && (after & 1u) == 0u;
    let i = select(degree - 2u - after / 2u, operation, round <= degree);
    // The edge whose message is ready, and the edge whose input is read.
    var target_edge = NONE;
    var next_edge = select(NONE, round, round + 1u < degree);
    if (round > 0u) {
      if (out) { load_forward(i - 1u, &other); }
      if (round == 1u || round == degree) { result = other; } else { step(&current, &other, &result); }
      if (out || round + 1u == degree) {
        target_edge = select(degree - 1u, i, out);
        next_edge = target_edge;
      } else if (round >= degree && i <= 1u) {
        target_edge = 0u;
        if (LAYERED == 1u) { next_edge = 0u; }
      }
    }
    if (LAYERED == 0u && target_edge != NONE) { put_vector(target_edge, &result, &other); }
    if (next_edge != NONE) { load_input(next_edge, &other); }
    if (LAYERED == 1u && target_edge != NONE) { put_vector(target_edge, &result, &other); }
    if (round > 0u && !out) {
      current = result;
      if (round + 1u < degree) { store_forward(i, &result); }
    }
  }
}
#end
