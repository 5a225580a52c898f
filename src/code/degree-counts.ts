/**
 * The number of nodes of a degree.
 * @example
 * const [degree, count]: DegreeCount = codeReport(code.matrix).checkDegrees[0];
 * [degree, count]; // → [4, 12]
 */
export type DegreeCount = readonly [degree: number, count: number];

/** The degrees of nodes, ascending. @param start [node + 1]: number of edges before each node, then of all. */
export function degreeCounts(start: Uint32Array): DegreeCount[] {
  const counts = new Map<number, number>();
  for (let i = 1; i < start.length; i++) {
    const degree = start[i] - start[i - 1];
    counts.set(degree, (counts.get(degree) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => a[0] - b[0]);
}
