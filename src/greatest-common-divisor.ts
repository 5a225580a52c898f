/** Greatest whole number that divides both; the other number if one of them is 0. */
export function greatestCommonDivisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b];
  return a;
}

/** The b with a·b ≡ 1 modulo n, 0 … n − 1. @throws RangeError for numbers with a common divisor. */
export function inverseModulo(a: number, n: number): number {
  let [rest, factor, next, nextFactor] = [n, 0, a % n, 1];
  while (next > 0) {
    const quotient = Math.floor(rest / next);
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  if (rest !== 1) throw new RangeError(`${a} has no inverse modulo ${n}`);
  return ((factor % n) + n) % n;
}
