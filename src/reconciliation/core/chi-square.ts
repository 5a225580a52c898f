/** Steps that halve an interval to the last bit of a number near 1. */
const HALVINGS = 60;

/**
 * The lower quantile of a χ² variable of many degrees of freedom for a small probability: x with P(k/2, x/2) = p, P the
 * regularised lower incomplete gamma function.
 * @param freedom k, 50 or more.
 * @param probability p, above 0 and at most 1/2.
 * @example chiSquareLowerQuantile(100, 0.025) // 74.22
 */
export function chiSquareLowerQuantile(freedom: number, probability: number): number {
  const half = freedom / 2;
  const target = Math.log(probability);
  // As a share of k: the median of χ² is below its mean.
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (logLowerGamma(half, middle) < target) low = middle;
    else high = middle;
  }
  return low * freedom;
}

/**
 * ln P(a, r·a), r below 1, by the series x^a·e^(−x)/Γ(a + 1)·Σ x^k/((a + 1)…(a + k)) (Abramowitz and Stegun 6.5.29), Γ by Stirling's series,
 * whose error is below 1e-12 for a of 25 or more.
 */
function logLowerGamma(a: number, r: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > 1e-17 * sum; k++) {
    term *= (r * a) / (a + k);
    sum += term;
  }
  // ln(x^a·e^(a − x)/a^a) without the difference of large numbers.
  const exponent = a * (Math.log1p(r - 1) - (r - 1));
  const stirling = 1 / (12 * a) - 1 / (360 * a ** 3) + 1 / (1260 * a ** 5);
  return exponent - 0.5 * Math.log(2 * Math.PI * a) - stirling + Math.log(sum);
}
