/**
 * The regularised incomplete beta function and its inverse, for real a, b > 0 as large as 10⁹ and tails as small as
 * 10⁻¹². jstat's `ibeta` and `beta.inv` lose such tails: they compute Γ by logarithms, whose rounding error at n = 10⁹
 * is 10⁻⁶.
 */

/**
 * I_x(a, b) = P(X ≤ x) for X ~ Beta(a, b): the continued fraction of A. R. DiDonato and A. H. Morris, ACM TOMS
 * algorithm 708 (1992), with its factor in the saddle-point form of C. Loader, "Fast and accurate computation of binomial probabilities" (2000).
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x < (a + 1) / (a + b + 2) ? lowerTail(x, 1 - x, a, b) : 1 - lowerTail(1 - x, x, b, a);
}

/**
 * The x with I_x(a, b) = probability, by bisection down to neighbouring doubles; 0 < probability < 1. Found from the
 * smaller side (x, or 1 − x), so that its relative error stays small when x is tiny.
 */
export function betaQuantile(probability: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  // Geometric steps first: x may be 10⁻¹², and bisection on a linear scale would spend 40 steps on the exponent alone.
  while (high > 1e-300 && incompleteBeta(high / 16, a, b) > probability) high /= 16;
  if (high < 1) low = high / 16;
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (incompleteBeta(middle, a, b) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * I_x(a, b) where the continued fraction converges fast: x below the mean. y = 1 − x; the smaller of the two is exact.
 */
function lowerTail(x: number, y: number, a: number, b: number): number {
  return factor(x, y, a, b) / continuedFraction(x, y, a, b);
}

/** x^a y^b / B(a, b) */
function factor(x: number, y: number, a: number, b: number): number {
  const n = a + b;
  const excess = x < y ? a - n * x : n * y - b;
  const exponent =
    stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x, excess) - deviance(b, n * y, -excess);
  return Math.sqrt((a * b) / (2 * Math.PI * n)) * Math.exp(exponent);
}

/** ln Γ(n + 1) − ((n + ½) ln n − n + ½ ln 2π), by the asymptotic series above 16 and recurrence below. */
function stirlingError(n: number): number {
  let sum = 0;
  let m = n;
  for (; m < 16; m++) sum += (m + 0.5) * Math.log1p(1 / m) - 1;
  const r = 1 / (m * m);
  return sum + (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - (r * 691) / 360360))))) / m;
}

/** k ln(k / expected) − excess for excess = k − expected: by a series where the terms would cancel. */
function deviance(k: number, expected: number, excess: number): number {
  if (Math.abs(excess) >= 0.1 * (k + expected)) return k * Math.log(k / expected) - excess;
  const v = excess / (k + expected);
  let sum = excess * v;
  let term = 2 * k * v;
  for (let j = 3; ; j += 2) {
    term *= v * v;
    const next = sum + term / j;
    if (next === sum) return sum;
    sum = next;
  }
}

/**
 * The continued fraction β0 + α1/(β1 + α2/(β2 + …)) by Lentz's method. This form keeps x and y = 1 − x apart, so that
 * a y − b x is right even where a = 10⁹ and y = 10⁻⁹.
 */
function continuedFraction(x: number, y: number, a: number, b: number): number {
  const common = (m: number) => ((a + m) * (a * y - b * x + 1 + m * (1 + y))) / (a + 2 * m + 1);
  const beta = (m: number) => m + (m * (b - m) * x) / (a + 2 * m - 1) + common(m);
  const tiny = 1e-300;
  let result = common(0) || tiny;
  let c = result;
  let d = 0;
  for (let m = 1; m < 1e7; m++) {
    const alpha = ((a + m - 1) / (a + 2 * m - 1)) * ((a + b + m - 1) / (a + 2 * m - 1)) * m * (b - m) * x * x;
    const next = beta(m);
    d = 1 / (next + alpha * d || tiny);
    c = next + alpha / c || tiny;
    result *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) return result;
  }
  throw new Error(`incomplete beta function does not converge at x=${x}, a=${a}, b=${b}`);
}
