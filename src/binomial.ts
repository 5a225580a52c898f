/** The binomial coefficient n over k, exact below 2^53; 0 for k above n. */
export function binomial(n: number, k: number): number {
  let result = 1;
  for (let i = 0; i < k; i++) result = (result * (n - i)) / (i + 1);
  return result;
}
