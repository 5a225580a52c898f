/** Patterns of at most `order` of k positions: Σ_{j≤order} C(k,j). */
export function patternsAtMost(k: number, order: number): number {
  let [sum, ofSize] = [1, 1];
  for (let j = 1; j <= Math.min(order, k); j++) {
    ofSize = (ofSize * (k - j + 1)) / j;
    sum += ofSize;
  }
  return sum;
}

/** Largest number of operations of the search in a frame: n − k sums for each pattern. */
export function searchOperations(n: number, k: number, order: number): number {
  return patternsAtMost(k, order) * (n - k);
}
