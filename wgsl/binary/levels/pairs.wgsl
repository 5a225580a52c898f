// Check node of messages of few levels: tables combine the magnitude so far with that of the next of the other edges, in their order. `graph` has
// the tables from TABLES_AT on: [iteration][step][magnitude][magnitude]; the last step and the last iteration go on. Checks have at most
// LARGEST_DEGREE edges.
#import binary/check-node/extrinsic

struct Check {
  magnitudes: array<Lanes, LARGEST_DEGREE>,
  count: u32,
  signs: Signs,
}
alias EdgeTerm = u32; // place among the edges

const LEAST_MAGNITUDE: i32 = i32(1u - LEVELS % 2u);

fn check_init(signs: Signs) -> Check { return Check(array<Lanes, LARGEST_DEGREE>(), 0u, signs); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let own = (*check).count;
  if (t.x == NEUTRAL.x) { return LARGEST_DEGREE; }
  (*check).magnitudes[own] = abs(t);
  (*check).count = own + 1u;
  (*check).signs ^= signs_of(t);
  return own;
}

fn check_finish(_check: ptr<function, Check>) {}

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, own: EdgeTerm) -> Extrinsic {
  let tables = TABLES_AT + min(run.iteration, CHECK_ITERATIONS - 1u) * CHECK_STEPS * MAGNITUDES * MAGNITUDES;
  var out = Lanes(i32(LEVEL_MOST));
  var combined = 0u;
  for (var k = 0u; k < (*check).count; k++) {
    if (k == own) { continue; }
    let next = (*check).magnitudes[k];
    if (combined == 0u) { out = next; } else {
      let at = tables + min(combined - 1u, CHECK_STEPS - 1u) * MAGNITUDES * MAGNITUDES;
      let places = vec4u(out - LEAST_MAGNITUDE) * MAGNITUDES + vec4u(next - LEAST_MAGNITUDE) + at;
      out = Lanes(vec4u(graph[places.x], graph[places.y], graph[places.z], graph[places.w]));
    }
    combined++;
  }
  return extrinsic(t, with_signs(out, (*check).signs ^ signs_of(t)));
}
