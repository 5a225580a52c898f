import type { RandomSource } from "../../../src/code/construct/random.ts";

/**
 * Progressive edge growth in its plain form, which finds the distances of all checks for every edge. `regularGraph` grows the same graph
 * edge by edge, so that a seed keeps its meaning.
 * @returns rows in the order of growth, or null if the attempt fails.
 */
export function plainEdgeGrowth(
  variables: number,
  variableDegree: number,
  checkDegree: number,
  random: RandomSource,
): number[][] | null {
  const rows: number[][] = Array.from({ length: (variables * variableDegree) / checkDegree }, () => []);
  for (let variable = 0; variable < variables; variable++) {
    for (let edge = 0; edge < variableDegree; edge++) {
      const distance = distances(rows, variable);
      const open = rows.flatMap((row, check) => (row.length < checkDegree ? [check] : []));
      const farthest = Math.max(...open.map((check) => distance[check]));
      const far = open.filter((check) => distance[check] === farthest);
      const lowest = Math.min(...far.map((check) => rows[check].length));
      const best = far.filter((check) => rows[check].length === lowest);
      const check = best[random.below(best.length)];
      if (distance[check] === 1) return null;
      rows[check].push(variable);
    }
  }
  return rows;
}

/** Number of edges from the variable to each check, by relaxation until no distance changes. */
function distances(rows: readonly (readonly number[])[], variable: number): number[] {
  const distance = rows.map((row) => (row.includes(variable) ? 1 : Number.POSITIVE_INFINITY));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [a, row] of rows.entries()) {
      for (const [b, other] of rows.entries()) {
        if (distance[b] + 2 < distance[a] && row.some((column) => other.includes(column))) {
          distance[a] = distance[b] + 2;
          changed = true;
        }
      }
    }
  }
  return distance;
}
