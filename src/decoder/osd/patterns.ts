/** Information positions that patterns of two or more flips are among. @param sweep their number; 0: all k. */
export function reachOf(k: number, sweep: number): number {
  return sweep === 0 ? k : Math.min(sweep, k);
}

/** Patterns that flip at most `order` of k positions. Two or more flips are among `reach` positions: 1 + k + Σ_{2≤j≤order} C(reach,j). */
export function patternsAtMost(k: number, order: number, reach = k): number {
  let sum = order === 0 ? 1 : 1 + k;
  let ofSize = reach;
  for (let j = 2; j <= Math.min(order, reach); j++) {
    ofSize = (ofSize * (reach - j + 1)) / j;
    sum += ofSize;
  }
  return sum;
}

/** Largest number of operations of the search in a frame: n − k sums for each pattern. */
export function searchOperations(n: number, k: number, order: number, sweep = 0): number {
  return patternsAtMost(k, order, reachOf(k, sweep)) * (n - k);
}
