/** The sum of any number of values, 0 for none, added from the first on. */
export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
