// Sum-product check node for CPUs, binary/rules/sum-product within a tolerance: each edge takes one exponential and one logarithm instead of
// two of each. With z = exp(−|L|), the state (even, odd) and one more edge give (even + z·odd, odd + z·even) without cancellation, and the LLR
// is ln(even/odd).
#import binary/check-node/extrinsic, binary/check-node/phi, <ratios>

// Joint state of edges: the probabilities of an even and of an odd number of ones, and their difference, times a common factor. The difference
// is the product of the edges' differences, because subtraction would lose its digits.
struct Parity { even: Lanes, odd: Lanes, difference: Lanes }

struct Check {
  parity: Parity, // of the accumulated edges, then of the edges with results
  edges: u32,     // in `parity`
  all: u32,       // edges of the check
  signs: Signs,
}
struct EdgeTerm {
  before: Parity,
  place: u32,
  z: Lanes,
  rest: Lanes, // 1 − z
}

const BOUND: f32 = bitcast<f32>(BOUND_BITS);
// Distance above BOUND beyond which larger magnitudes add nothing. Products of larger ones would be too small for normal f32 numbers.
const ABOVE_BOUND: f32 = 24.0;
// Number of edges after which the common factor, up to 2 for each edge, is removed.
const EDGES_TOGETHER: u32 = 32u;
// Least magnitude of a message, Φ of the largest. A message without information still has a sign, and signs end frames early.
const LEAST: f32 = 3.6097027e-35;

fn check_init(signs: Signs) -> Check { return Check(Parity(), 0u, 0u, signs); }

// A state with one more edge.
fn joined(parity: Parity, edges: u32, z: Lanes, rest: Lanes) -> Parity {
  if (edges == 0u) { return Parity(Lanes(1.0), z, rest); }
  var next = Parity(parity.even + parity.odd * z, parity.odd + parity.even * z, parity.difference * rest);
  if ((edges + 1u) % EDGES_TOGETHER == 0u) {
    // The exponent bits of the reciprocal of a power of two.
    let factor = bitcast<Lanes>(Signs(0x7f000000u) - (bitcast<Signs>(next.even) & Signs(0x7f800000u)));
    next = Parity(next.even * factor, next.odd * factor, next.difference * factor);
  }
  return next;
}

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let p = power_of(-clamp(abs(t), Lanes(SMALLEST_LLR), Lanes(min(LARGEST_LLR, BOUND + ABOVE_BOUND))));
  let before = (*check).parity;
  let place = (*check).edges;
  (*check).parity = joined(before, place, p.power, p.complement);
  (*check).edges = place + 1u;
  (*check).signs ^= signs_of(t);
  return EdgeTerm(before, place, p.power, p.complement);
}

fn check_finish(check: ptr<function, Check>) {
  (*check).all = (*check).edges;
  (*check).edges = 0u;
}

// The states of the edges before and after an edge together. No edge has an even number of ones for certain.
fn others(before: Parity, place: u32, after: Parity, edges: u32) -> Parity {
  if (place + edges == 0u) { return Parity(Lanes(1.0), Lanes(0.5 * LEAST), Lanes(1.0)); }
  if (place == 0u) { return after; }
  if (edges == 0u) { return before; }
  return Parity(
    before.even * after.even + before.odd * after.odd,
    before.even * after.odd + before.odd * after.even,
    before.difference * after.difference,
  );
}

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, term: EdgeTerm) -> Extrinsic {
  let parity = others(term.before, term.place, (*check).parity, (*check).edges);
  (*check).parity = joined((*check).parity, (*check).edges, term.z, term.rest);
  (*check).edges += 1u;
  let magnitude = clamp(log_ratio(parity.even, parity.odd, parity.difference), Lanes(LEAST), Lanes(BOUND));
  return extrinsic(t, with_signs(magnitude, (*check).signs ^ signs_of(t)));
}
