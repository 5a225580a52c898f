// Sum-product check node, numerically safe: Φ(Σ Φ(|t|)) over the other edges, from the sums over the edges before and
// after each edge: a difference of sums would lose the small terms. Outgoing magnitudes are at most BOUND.
#import binary/check-node/extrinsic, binary/check-node/phi

struct Check {
  sum: Lanes, // Φ of the accumulated edges, then of the edges with results
  signs: Signs,
}
struct EdgeTerm {
  before: Lanes,
  own: Lanes,
}

const BOUND: f32 = bitcast<f32>(BOUND_BITS);

fn check_init(signs: Signs) -> Check { return Check(Lanes(), signs); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let own = phi(magnitude_of(t));
  let before = (*check).sum;
  (*check).sum = before + own;
  (*check).signs ^= signs_of(t);
  return EdgeTerm(before, own);
}

fn check_finish(check: ptr<function, Check>) { (*check).sum = Lanes(); }

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, term: EdgeTerm) -> Extrinsic {
  let others = term.before + (*check).sum;
  (*check).sum += term.own;
  let magnitude = min(phi_of_sum(others), Lanes(BOUND));
  return extrinsic(t, with_signs(magnitude, (*check).signs ^ signs_of(t)));
}
