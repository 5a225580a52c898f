/** Maximum number of function evaluations. */
const EVALUATIONS = 100;

/**
 * Finds the x between both ends at which a monotone function is zero, by bisection and, in two steps of three, false
 * position with the Illinois correction (M. Dowell and P. Jarratt, BIT 11, 1971).
 * @param tolerance width of the last bracket.
 * @returns undefined if the function has the same sign at both ends.
 */
export function solve(f: (x: number) => number, low: number, high: number, tolerance: number): number | undefined {
  let [a, b, fa, fb] = [low, high, f(low), f(high)];
  if (fa === 0) return a;
  if (fb === 0) return b;
  if (fa < 0 === fb < 0) return undefined;
  for (let i = 0; i < EVALUATIONS && Math.abs(b - a) > tolerance; i++) {
    const x = a + (b - a) * shareOf(fa, fb, i);
    const fx = f(x);
    if (fx === 0) return x;
    if (fx < 0 === fa < 0) {
      [a, fa] = [x, fx];
      fb /= 2;
    } else {
      [b, fb] = [x, fx];
      fa /= 2;
    }
  }
  return (a + b) / 2;
}

/** The x that divides the bracket. */
function shareOf(fa: number, fb: number, step: number): number {
  return step % 3 === 0 ? 0.5 : fa / (fa - fb);
}
