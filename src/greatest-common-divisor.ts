/** Greatest whole number that divides both; the other number if one of them is 0. */
export function greatestCommonDivisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b];
  return a;
}
