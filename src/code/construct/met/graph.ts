import { InputError } from "../../../errors.ts";
import { sum } from "../../../sum.ts";
import type { RandomSource } from "../random.ts";
import type { GraphNodes } from "./nodes.ts";

/** An edge of a base graph. */
export interface GraphEdge {
  readonly check: number;
  readonly variable: number;
}

/** Steps of the search for each edge. */
const STEPS = 200;
/** Cost of two parallel edges, in pairs of checks that share two variables. */
const PARALLEL_COST = 1_000;
/** Cost of two light variables at one check: all checks should have the same number of light variables. */
const LIGHT_COST = 10;

/**
 * Edges between given nodes. Edges of each type join the sockets of that type at random. Then pairs of edges of one
 * type exchange their checks, at random and as long as that does no harm, until parallel edges are gone, light
 * variables (`lightVariables`) are spread evenly, and few pairs of variables share several checks (cycles of length 4
 * of the base graph). Edges to variables of degree 1 go to checks in order, so that their part of the matrix is an
 * identity.
 * @throws InputError if parallel edges remain although degrees would allow none.
 */
export function metGraph({ variables, checks }: GraphNodes, random: RandomSource): GraphEdge[] {
  const inner = variables.filter((degrees) => sum(degrees) > 1).length;
  const edges: GraphEdge[] = [];
  const loose: { type: number; edge: { check: number; variable: number } }[] = [];
  variables[0].forEach((_, type) => {
    const left = sockets(variables, type);
    const right = sockets(checks, type);
    if (left.some((variable) => variable < inner)) random.shuffle(right);
    left.forEach((variable, i) => {
      const edge = { check: right[i], variable };
      edges.push(edge);
      if (variable < inner) loose.push({ type, edge });
    });
  });
  const search = new PairSearch(checks.length, inner, edges);
  const types = variables[0].map((_, type) => loose.filter((edge) => edge.type === type).map(({ edge }) => edge));
  for (let step = 0; step < STEPS * loose.length; step++) {
    const { type, edge } = loose[random.below(loose.length)];
    search.exchange(edge, types[type][random.below(types[type].length)]);
  }
  if (search.parallel > 0) requireUnavoidable({ variables, checks }, search.parallel);
  return edges;
}

/** The indices of the nodes, each repeated for each of its sockets of the type. */
function sockets(nodes: readonly (readonly number[])[], type: number): number[] {
  return nodes.flatMap((degrees, i) => new Array<number>(degrees[type]).fill(i));
}

/** Keeps the number of checks that each pair of variables shares. */
class PairSearch {
  /** Pairs of parallel edges. */
  parallel = 0;
  readonly #variables: number;
  /** Variables of degree above 1 of each check. */
  readonly #rows: number[][];
  /** shared[a·variables + b] for a ≠ b: pairs of edges at a common check. */
  readonly #shared: Int32Array;
  /** By check: whether it has no variable of degree 1. By variable: edges to such checks. */
  readonly #strong: Uint8Array;
  readonly #strongEdges: Int32Array;

  constructor(checks: number, variables: number, edges: readonly GraphEdge[]) {
    this.#variables = variables;
    this.#rows = Array.from({ length: checks }, () => []);
    this.#shared = new Int32Array(variables * variables);
    this.#strong = new Uint8Array(checks).fill(1);
    for (const { check, variable } of edges) if (variable >= variables) this.#strong[check] = 0;
    this.#strongEdges = new Int32Array(variables);
    for (const { check, variable } of edges) if (this.#strong[check]) this.#strongEdges[variable]++;
    for (const { check, variable } of edges) if (variable < variables) this.#add(check, variable);
  }

  /** Exchanges the checks of two edges, unless that raises the cost. */
  exchange(a: { check: number; variable: number }, b: { check: number; variable: number }): void {
    if (a.check === b.check || a.variable === b.variable) return;
    const change =
      this.#remove(a.check, a.variable) +
      this.#remove(b.check, b.variable) +
      this.#add(b.check, a.variable) +
      this.#add(a.check, b.variable);
    if (change <= 0) {
      [a.check, b.check] = [b.check, a.check];
      return;
    }
    this.#remove(b.check, a.variable);
    this.#remove(a.check, b.variable);
    this.#add(a.check, a.variable);
    this.#add(b.check, b.variable);
  }

  #add(check: number, variable: number): number {
    const cost = this.#count(check, variable, 1);
    this.#rows[check].push(variable);
    return cost;
  }

  #remove(check: number, variable: number): number {
    const row = this.#rows[check];
    row.splice(row.indexOf(variable), 1);
    return this.#count(check, variable, -1);
  }

  /** Adds (sign 1) or removes (sign −1) the edge in the counts; returns the change of the cost. */
  #count(check: number, variable: number, sign: 1 | -1): number {
    let cost = 0;
    for (const other of this.#rows[check]) {
      if (other === variable) {
        this.parallel += sign;
        cost += sign * PARALLEL_COST;
        continue;
      }
      if (this.#strong[check] && this.#isLight(variable) && this.#isLight(other)) cost += sign * LIGHT_COST;
      const pair = Math.min(variable, other) * this.#variables + Math.max(variable, other);
      const before = this.#shared[pair];
      this.#shared[pair] = before + sign;
      cost += sign === 1 ? before : 1 - before;
    }
    return cost;
  }

  #isLight(variable: number): boolean {
    return this.#strongEdges[variable] === 2;
  }
}

/**
 * Gale and Ryser: bipartite degrees allow a graph without parallel edges if the k largest variables never have more edges
 * than checks can take from k of them.
 */
function requireUnavoidable({ variables, checks }: GraphNodes, parallel: number): void {
  const unavoidable = variables[0].some((_, type) => {
    const left = variables.map((degrees) => degrees[type]).sort((a, b) => b - a);
    let edges = 0;
    return left.some((degree, i) => {
      edges += degree;
      return edges > sum(checks.map((degrees) => Math.min(degrees[type], i + 1)));
    });
  });
  if (unavoidable) return;
  throw new InputError(`${parallel} pairs of parallel edges are left: take another --seed or more columns`);
}
