/**
 * The worst case of a link from disclosed pairs, in float64 from the definitions. Least squares take two passes over the pairs, and
 * quantiles come from summed densities, not from series.
 */

/** Steps of Simpson's rule. */
const STEPS = 4000;

/** ∫ f from a to b. */
function integral(f: (x: number) => number, a: number, b: number): number {
  const width = (b - a) / STEPS;
  let sum = f(a) + f(b);
  for (let i = 1; i < STEPS; i++) sum += (i % 2 === 1 ? 4 : 2) * f(a + i * width);
  return (sum * width) / 3;
}

/** The argument at which an increasing function takes a value. */
function inverse(f: (x: number) => number, target: number, low: number, high: number): number {
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (f(middle) < target) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The w that a standard normal variable exceeds with probability p. */
function normalUpperQuantile(p: number): number {
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  return inverse((w) => -integral(density, w, w + 12), -p, 0, 12);
}

/** ln Γ(k/2) by Γ(x + 1) = x·Γ(x), from Γ(1) = 1 or Γ(1/2) = √π. */
function logGammaOfHalf(k: number): number {
  let sum = k % 2 === 0 ? 0 : Math.log(Math.PI) / 2;
  for (let i = k % 2 === 0 ? 2 : 1; i < k; i += 2) sum += Math.log(i / 2);
  return sum;
}

/** The x below which a χ² variable with k degrees of freedom lies with probability p. */
export function chiSquareQuantile(k: number, p: number): number {
  const constant = logGammaOfHalf(k) + (k / 2) * Math.LN2;
  const density = (x: number) => (x <= 0 ? 0 : Math.exp((k / 2 - 1) * Math.log(x) - x / 2 - constant));
  const deviation = Math.sqrt(2 * k);
  // The density below 12 standard deviations is negligible beside p.
  const from = (x: number) => Math.max(0, Math.min(x, k - 12 * deviation));
  return inverse((x) => integral(density, from(x), x), p, Math.max(0, k - 11 * deviation), k);
}

/** A link from pairs (x, y) in shot-noise units. @param scaledBy N, if x was scaled by the sample variance of N values. */
export function worstCaseOf(
  x: readonly number[],
  y: readonly number[],
  {
    efficiency,
    electronic,
    failure,
    scaledBy,
  }: {
    readonly efficiency: number;
    readonly electronic: number;
    readonly failure: number;
    readonly scaledBy?: number;
  },
) {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  const xx = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
  const xy = x.reduce((sum, value, i) => sum + (value - meanX) * (y[i] - meanY), 0);
  const slope = xy / xx;
  const residual = y.reduce((sum, value, i) => sum + (value - meanY - slope * (x[i] - meanX)) ** 2, 0);
  const freedom = x.length - 2;
  const most = residual / chiSquareQuantile(freedom, failure / 2);
  const scale = scaledBy === undefined ? 0 : slope ** 2 / (2 * scaledBy);
  const least = slope - normalUpperQuantile(failure / 2) * Math.sqrt(most / xx + scale);
  return {
    transmittance: slope ** 2 / efficiency,
    excessNoise: (residual / freedom - 1 - electronic) / slope ** 2,
    leastTransmittance: least ** 2 / efficiency,
    mostExcessNoise: (most - 1 - electronic) / least ** 2,
  };
}
