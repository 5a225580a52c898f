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
  readonly #check: Uint32Array;
  readonly #atCheck: readonly Uint32Array[];
  readonly #atVariable: readonly Uint32Array[];
  /** By check: the edges of the variable at which the present walks begin. */
  readonly #closing: (number[] | undefined)[];

  constructor(edges: readonly GraphEdge[]) {
    this.#variable = Uint32Array.from(edges, ({ variable }) => variable);
    this.#check = Uint32Array.from(edges, ({ check }) => check);
    const degrees = new Map<number, number>();
    for (const { variable } of edges) degrees.set(variable, (degrees.get(variable) ?? 0) + 1);
    this.inner = Uint32Array.from([...edges.keys()].filter((e) => degrees.get(edges[e].variable) !== 1));
    this.shifts = new Int32Array(edges.length);
    for (const e of this.inner) this.shifts[e] = NONE;
    this.#atCheck = groups(this.inner, (e) => edges[e].check);
    this.#atVariable = groups(this.inner, (e) => edges[e].variable);
    this.#closing = Array.from(this.#atCheck, () => undefined);
  }

  /** Visits every closed walk that begins with the edge, from its variable to its check. */
  each(e: number, visit: WalkVisitor): void {
    const { shifts } = this;
    const variable = this.#variable;
    const home = variable[e];
    const closing = this.#closing;
    for (const j of this.#atVariable[home]) {
      closing[this.#check[j]] ??= [];
      closing[this.#check[j]]?.push(j);
    }
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
            const last = closing[this.#check[i]];
            if (last === undefined) continue;
            for (const j of last) {
              if (j === i || j === e || shifts[j] === NONE) continue;
              if (i === e) visit(6, coefficientH + 1, restH - shifts[j]);
              else visit(6, coefficientH, restH + shifts[i] - shifts[j]);
            }
          }
        }
      }
    }
    for (const j of this.#atVariable[home]) closing[this.#check[j]] = undefined;
  }

  #checkMates(e: number): Uint32Array {
    return this.#atCheck[this.#check[e]];
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
