// Sum-product check node by products: 2 artanh(Π tanh(t/2)) over the other edges, the products over the edges before and after
// each edge (a quotient would need no factor to be 0). tanh(t/2) = (1 − e^−t)/(1 + e^−t), 2 artanh(p) = ln((1 + p)/(1 − p)),
// by its series where p is small. It takes about half the operations of the form with sums of Φ. A product next to 1
// loses digits in f32, so messages near 16 are off by up to 0.5. Outgoing magnitudes are at most BOUND.
#import binary/check-node/extrinsic

struct Check {
  product: Lanes, // tanh of the accumulated edges, then of the edges with results
  signs: Signs,
}
struct EdgeTerm {
  before: Lanes,
  own: Lanes,
}

const BOUND: f32 = bitcast<f32>(BOUND_BITS);
const NEXT_TO_ONE: f32 = 0.99999994; // 1 - 2^-24

fn check_init(signs: Signs) -> Check { return Check(Lanes(1.0), signs); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let z = exp(-abs(t));
  let own = (1.0 - z) / (1.0 + z);
  let before = (*check).product;
  (*check).product = before * own;
  (*check).signs ^= signs_of(t);
  return EdgeTerm(before, own);
}

fn check_finish(check: ptr<function, Check>) { (*check).product = Lanes(1.0); }

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, term: EdgeTerm) -> Extrinsic {
  let others = min(term.before * (*check).product, Lanes(NEXT_TO_ONE));
  (*check).product *= term.own;
  let near = others * (2.0 + 0.66666666667 * others * others);
  let far = log((1.0 + others) / (1.0 - others));
  let magnitude = min(select(far, near, others < Lanes(0.05)), Lanes(BOUND));
  return extrinsic(t, with_signs(magnitude, (*check).signs ^ signs_of(t)));
}
