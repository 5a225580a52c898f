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

/** Largest number of operations of the search in a frame: n − k sums for each pattern. @param q size of the field. */
export function searchOperations(n: number, k: number, q: number, order: number, sweep = 0): number {
  const flips = k * (q - 1);
  return patternsAtMost(flips, order, reachOf(flips, sweep)) * (n - k);
}

/** The same over GF(q), for the decoder's options. @param basis of `symbol-osd`. */
export function basisOperations(
  n: number,
  k: number,
  q: number,
  { basis, order, sweep = 0 }: Readonly<Record<"basis" | "order" | "sweep", string | number | undefined>>,
): number {
  const p = Math.log2(q);
  return basis === "symbols"
    ? searchOperations(n, k, q, Number(order), Number(sweep))
    : searchOperations(n * p, k * p, 2, Number(order), Number(sweep));
}
