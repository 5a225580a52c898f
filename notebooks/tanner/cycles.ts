import { type ParityCheckMatrix, type TannerGraph, tannerGraph } from "../../src/index.ts";

/** A cycle as the numbers of its edges. */
export type Cycle = readonly number[];

/**
 * Cycles of the shortest length: for each edge on such a cycle one of its cycles, without repetitions.
 * @param girth the girth from `shortestCycles`.
 * @param most number of cycles that ends the search.
 */
export function cyclesOfGirth(matrix: ParityCheckMatrix, girth: number, most = 400): Cycle[] {
  const graph = tannerGraph(matrix);
  const found = new Map<string, Cycle>();
  for (let edge = 0; edge < graph.edges && found.size < most; edge++) {
    const path = shortestPath(graph, edge, girth - 1);
    if (path === undefined) continue;
    const cycle = [edge, ...path].sort((a, b) => a - b);
    found.set(cycle.join(","), cycle);
  }
  return [...found.values()];
}

/** Edges of a path of this length from an edge's variable to its check without the edge itself. */
function shortestPath(graph: TannerGraph, edge: number, length: number): number[] | undefined {
  const { variables, checks, edgeVariable, edgeCheck, checkStart, variableStart, variableEdge } = graph;
  const from = new Int32Array(variables + checks).fill(-1);
  const [start, goal] = [edgeVariable[edge], variables + edgeCheck[edge]];
  let frontier = [start];
  for (let depth = 0; depth < length && frontier.length > 0; depth++) {
    const next: number[] = [];
    for (const node of frontier) {
      const isCheck = node >= variables;
      const own = isCheck
        ? range(checkStart[node - variables], checkStart[node - variables + 1])
        : [...variableEdge.subarray(variableStart[node], variableStart[node + 1])];
      for (const e of own) {
        const other = isCheck ? edgeVariable[e] : variables + edgeCheck[e];
        if (e === edge || other === start || from[other] >= 0) continue;
        from[other] = e;
        next.push(other);
      }
    }
    frontier = next;
  }
  if (from[goal] < 0) return undefined;
  const path: number[] = [];
  for (let node = goal; node !== start; ) {
    const e = from[node];
    path.push(e);
    node = node >= variables ? edgeVariable[e] : variables + edgeCheck[e];
  }
  return path.length === length ? path : undefined;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
