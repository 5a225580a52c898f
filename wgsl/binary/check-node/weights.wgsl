// Factor and offset of the magnitude of each edge's message, as the number format counts them, for rules of min-sum. The kernel declares
// weights_iteration and the buffer graph, which has the words from TABLES_AT on: [iteration][weight] two words; the last iteration's serve all
// later ones. A weight is of a circulant, or WEIGHTS_BY_MESSAGE of a message; those of variables of degree 1 follow, by check. Or WEIGHTS is 1, and
// one is of all edges. SCALES: some scale is not 1; ONES: some is 1; OFFSETS: some offset is not 0.
fn weight_of(entry: u32, message: u32) -> vec2u {
  return weight_at(select(entry, message, WEIGHTS_BY_MESSAGE == 1u));
}
fn degree_one_weight(check: u32) -> vec2u { return weight_at(DEGREE_ONE_WEIGHTS + check); }

fn weight_at(place: u32) -> vec2u {
  let row = min(weights_iteration(), WEIGHT_ITERATIONS - 1u) * WEIGHTS;
  let at = TABLES_AT + 2u * (row + select(place, 0u, WEIGHTS == 1u));
  return vec2u(graph[at], graph[at + 1u]);
}
