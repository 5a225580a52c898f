// Sum-product check node, numerically safe: Φ(Σ Φ(|t|)) over the other edges, Φ(x) = −ln tanh(x/2) its own inverse, with
// the sums over the edges before and after each edge instead of a difference of sums (which loses the small terms), and Φ
// by a form that keeps its relative accuracy at both ends. Outgoing magnitudes are at most BOUND. Twin:
// wgsl/binary/rules/sum-product.ts.
#import binary/rules/extrinsic

struct Check {
  sum: Lanes, // Φ of the edges taken, then of those given
  signs: Signs,
}
struct EdgeTerm {
  before: Lanes,
  own: Lanes,
}

const BOUND: f32 = bitcast<f32>(BOUND_BITS);
const LARGEST_LLR: f32 = 80.0; // Φ of it is still a normal f32 number
const SMALLEST_LLR: f32 = 7.8886090522101181e-31; // 2^-100

fn phi(x: Lanes) -> Lanes {
  let z = exp(-x);
  let square = z * z;
  let far = 2.0 * z * (1.0 + square * (0.33333333333 + square * 0.2));
  let middle = log((1.0 + z) / max(1.0 - z, Lanes(0.0001)));
  let near = -log(0.5 * x) + x * x * 0.083333333333;
  return select(select(middle, far, x > Lanes(3.5)), near, x < Lanes(0.05));
}

fn check_init(signs: Signs) -> Check { return Check(Lanes(), signs); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let own = phi(clamp(abs(t), Lanes(SMALLEST_LLR), Lanes(LARGEST_LLR)));
  let before = (*check).sum;
  (*check).sum = before + own;
  (*check).signs ^= signs_of(t);
  return EdgeTerm(before, own);
}

fn check_finish(check: ptr<function, Check>) { (*check).sum = Lanes(); }

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, term: EdgeTerm) -> Extrinsic {
  let others = term.before + (*check).sum;
  (*check).sum += term.own;
  let magnitude = min(phi(clamp(others, Lanes(1.0e-36), Lanes(LARGEST_LLR))), Lanes(BOUND));
  return extrinsic(t, with_signs(magnitude, (*check).signs ^ signs_of(t)));
}
