/** Of one deviation over the edges of a check: the least message, its edge, the first of equals, and the second. */
export interface Least {
  first: number;
  second: number;
  edge: number;
}

/** One more message of a deviation. */
export function take(least: Least, message: number, edge: number): void {
  if (message < least.first) {
    least.second = least.first;
    least.first = message;
    least.edge = edge;
  } else if (message < least.second) least.second = message;
}

/** The least over the other edges. */
export function withoutEdge({ first, second, edge }: Least, i: number): number {
  return i === edge ? second : first;
}

/** A way to deviate by a: the greatest message of the edges that do. */
export interface Deviation {
  readonly value: number;
  readonly edges: readonly number[];
}

/** The least of one deviation or two that add up to a, and the edges that it takes. */
export function extraColumn(least: readonly Least[], a: number): Deviation {
  if (a === 0) return { value: 0, edges: [] };
  let value = least[a].first;
  let edges = [least[a].edge];
  for (let x = 1; x < least.length; x++) {
    const y = a ^ x;
    if (x > y || y === 0) continue;
    const pair = Math.max(least[x].first, least[y].first);
    if (pair < value && least[x].edge !== least[y].edge) {
      value = pair;
      edges = [least[x].edge, least[y].edge];
    }
  }
  return { value, edges };
}
