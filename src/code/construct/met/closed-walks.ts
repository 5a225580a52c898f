import type { GraphEdge } from "./graph.ts";

/** Shift of an edge that has none yet. */
const NONE = -1;

/**
 * Called for a closed walk of the base graph through an edge of shift s: of length 2 (two edges of one block), 4 or 6. Its
 * alternating sum of shifts is coefficient·s + rest, and it lifts to cycles where that is 0 modulo the lifting size.
 */
export type WalkVisitor = (length: 2 | 4 | 6, coefficient: number, rest: number) => void;

/**
 * Closed walks of a base graph without turning back, over the edges that have shifts. Edges to variables of degree 1
 * lie on no closed walk and have shift 0.
 */
export class ClosedWalks {
  readonly shifts: Int32Array;
  /** Edges that can be on cycles. */
  readonly inner: Uint32Array;
  readonly #variable: Uint32Array;
  readonly #atCheck: readonly Uint32Array[];
  readonly #atVariable: readonly Uint32Array[];
  readonly #edges: readonly GraphEdge[];

  constructor(edges: readonly GraphEdge[]) {
    this.#edges = edges;
    this.#variable = Uint32Array.from(edges, ({ variable }) => variable);
    const degrees = new Map<number, number>();
    for (const { variable } of edges) degrees.set(variable, (degrees.get(variable) ?? 0) + 1);
    this.inner = Uint32Array.from([...edges.keys()].filter((e) => degrees.get(edges[e].variable) !== 1));
    this.shifts = new Int32Array(edges.length);
    for (const e of this.inner) this.shifts[e] = NONE;
    this.#atCheck = groups(this.inner, (e) => edges[e].check);
    this.#atVariable = groups(this.inner, (e) => edges[e].variable);
  }

  /** Visits every closed walk that begins with the edge, from its variable to its check. */
  each(e: number, visit: WalkVisitor): void {
    const { shifts } = this;
    const variable = this.#variable;
    const home = variable[e];
    for (const f of this.#checkMates(e)) {
      if (f === e || shifts[f] === NONE) continue;
      if (variable[f] === home) visit(2, 1, -shifts[f]);
      for (const g of this.#atVariable[variable[f]]) {
        if (g === f || (shifts[g] === NONE && g !== e)) continue;
        const [coefficientG, restG] = g === e ? [2, -shifts[f]] : [1, shifts[g] - shifts[f]];
        for (const h of this.#checkMates(g)) {
          if (h === g || (shifts[h] === NONE && h !== e)) continue;
          if (variable[h] === home && h !== e) visit(4, coefficientG, restG - shifts[h]);
          const [coefficientH, restH] = h === e ? [coefficientG - 1, restG] : [coefficientG, restG - shifts[h]];
          for (const i of this.#atVariable[variable[h]]) {
            if (i === h || (shifts[i] === NONE && i !== e)) continue;
            for (const j of this.#checkMates(i)) {
              if (j === i || j === e || variable[j] !== home || shifts[j] === NONE) continue;
              if (i === e) visit(6, coefficientH + 1, restH - shifts[j]);
              else visit(6, coefficientH, restH + shifts[i] - shifts[j]);
            }
          }
        }
      }
    }
  }

  #checkMates(e: number): Uint32Array {
    return this.#atCheck[this.#edges[e].check];
  }
}

function groups(edges: Uint32Array, key: (edge: number) => number): Uint32Array[] {
  const lists: number[][] = [];
  for (const e of edges) {
    lists[key(e)] ??= [];
    lists[key(e)].push(e);
  }
  return Array.from(lists, (list) => Uint32Array.from(list ?? []));
}
