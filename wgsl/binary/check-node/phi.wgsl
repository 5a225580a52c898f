// Φ(x) = −ln tanh(x/2), its own inverse: sum-product is Φ(Σ Φ(|t|)). A form that keeps its relative accuracy at both ends, for
// LLRs of SMALLEST_LLR … LARGEST_LLR and their Φ.
const LARGEST_LLR: f32 = 80.0; // its Φ is still a normal f32 number
const SMALLEST_LLR: f32 = 7.8886090522101181e-31; // 2^-100

#if <ratios>
#import <ratios>
// A CPU takes one logarithm: ln((1 + z)/(1 − z)) with z = exp(−x). The difference of both terms is 2z. Below 0.05, where 1 − z has lost its last
// bits, their ratio is (2 + x²/6)/x.
fn phi(x: Lanes) -> Lanes {
  let z = power_of(-x).power;
  let is_near = x < Lanes(0.05);
  let above = select(z + Lanes(1.0), x * x * 0.16666667 + Lanes(2.0), is_near);
  return log_ratio(above, select(Lanes(1.0) - z, x, is_near), z + z);
}
#else
fn phi(x: Lanes) -> Lanes {
  let z = exp(-x);
  let square = z * z;
  let far = 2.0 * z * (1.0 + square * (0.33333333333 + square * 0.2));
  let middle = log((1.0 + z) / max(1.0 - z, Lanes(0.0001)));
  let near = -log(0.5 * x) + x * x * 0.083333333333;
  return select(select(middle, far, x > Lanes(3.5)), near, x < Lanes(0.05));
}
#end

// A magnitude cut to the domain of Φ, and Φ of a sum, which is cut at the lower bound of such sums.
fn magnitude_of(t: Lanes) -> Lanes { return clamp(abs(t), Lanes(SMALLEST_LLR), Lanes(LARGEST_LLR)); }
fn phi_of_sum(sum: Lanes) -> Lanes { return phi(clamp(sum, Lanes(1.0e-36), Lanes(LARGEST_LLR))); }
