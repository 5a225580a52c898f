import type { RandomSource } from "../random.ts";
import type { GraphEdge } from "./graph.ts";

/** A variable with two edges to checks without a variable of degree 1. */
export interface LightVariable {
  readonly variable: number;
  /** Its two edges. */
  readonly edges: readonly [number, number];
}

/** Passes over all light variables, and shifts tried for each. */
const PASSES = 4;
const CANDIDATES = 12;

/**
 * The light variables of a base graph. A cycle through light variables alone is a word of low weight: the bits of these
 * variables and of the variables of degree 1 at their checks. Below the stability limit
 * (src/code/density-evolution/stability.ts) decoding fails at such words.
 */
export function lightVariables(edges: readonly GraphEdge[]): LightVariable[] {
  const degree = new Map<number, number>();
  for (const { variable } of edges) degree.set(variable, (degree.get(variable) ?? 0) + 1);
  const weak = new Set(edges.filter(({ variable }) => degree.get(variable) === 1).map(({ check }) => check));
  const strong = new Map<number, number[]>();
  edges.forEach(({ check, variable }, e) => {
    if (!weak.has(check)) strong.set(variable, [...(strong.get(variable) ?? []), e]);
  });
  return [...strong].flatMap(([variable, own]) =>
    own.length === 2 ? [{ variable, edges: [own[0], own[1]] as const }] : [],
  );
}

/**
 * Shifts of light variables. One variable after the other gets the shift that makes its shortest cycle through light
 * variables longest (progressive edge growth on the lifted graph); later passes repeat this with the shifts of all
 * variables in place.
 * @returns by light variable, the shift of its first edge; its second has 0.
 */
export function lightShifts(
  edges: readonly GraphEdge[],
  light: readonly LightVariable[],
  liftingSize: number,
  random: RandomSource,
): Int32Array {
  const graph = new LightGraph(edges, light, liftingSize);
  const order = random.shuffle([...light.keys()]);
  for (let pass = 0; pass < PASSES; pass++) {
    for (const i of order) {
      const before = graph.shifts[i];
      graph.shifts[i] = NONE;
      const far = random.shuffle(farthest(graph.distances(i)));
      const candidates = [...far.slice(0, CANDIDATES), ...(before === NONE ? [] : [before])];
      let best = { shift: candidates[0], length: 0, paths: 0 };
      for (const shift of candidates) {
        const { length, paths } = graph.shortestCycle(i, shift);
        if (length > best.length || (length === best.length && paths < best.paths)) best = { shift, length, paths };
      }
      graph.shifts[i] = best.shift;
    }
  }
  return graph.shifts;
}

/** Light variables on the shortest cycle of light variables of a lifted graph; Infinity without any cycle. */
export function lightGirth(edges: readonly GraphEdge[], shifts: ArrayLike<number>, liftingSize: number): number {
  const light = lightVariables(edges);
  const graph = new LightGraph(edges, light, liftingSize);
  light.forEach(({ edges: [first, second] }, i) => {
    graph.shifts[i] = (shifts[first] - shifts[second] + liftingSize) % liftingSize;
  });
  return Math.min(Number.POSITIVE_INFINITY, ...light.map((_, i) => graph.shortestCycle(i, graph.shifts[i]).length));
}

const NONE = -1;

/** A search, breadth first, from one lifted check. */
class Front {
  /** Of the present search, where the stamp is its number. */
  readonly stamp: Int32Array;
  readonly distance: Int32Array;
  readonly paths: Float64Array;
  readonly queue: Int32Array;
  search = 0;
  /** Nodes of the queue at the largest distance. */
  first = 0;
  end = 0;

  constructor(nodes: number) {
    this.stamp = new Int32Array(nodes);
    this.distance = new Int32Array(nodes);
    this.paths = new Float64Array(nodes);
    this.queue = new Int32Array(nodes);
  }

  begin(node: number): void {
    this.search++;
    this.stamp[node] = this.search;
    this.distance[node] = 0;
    this.paths[node] = 1;
    this.queue[0] = node;
    this.first = 0;
    this.end = 1;
  }

  reached(node: number): boolean {
    return this.stamp[node] === this.search;
  }
}

/** The graph of lifted checks, joined by lifted light variables; check i of block row r is r·Z + i. */
class LightGraph {
  /** NONE marks a variable that is not in the graph yet. */
  readonly shifts: Int32Array;
  readonly #size: number;
  readonly #ends: readonly (readonly [number, number])[];
  /** By check: light variables, and at which end. */
  readonly #at: { readonly variable: number; readonly end: 0 | 1 }[][];
  readonly #there: Front;
  readonly #back: Front;

  constructor(edges: readonly GraphEdge[], light: readonly LightVariable[], liftingSize: number) {
    this.#size = liftingSize;
    this.shifts = new Int32Array(light.length).fill(NONE);
    this.#ends = light.map(({ edges: [a, b] }) => [edges[a].check, edges[b].check]);
    const checks = edges.reduce((most, { check }) => Math.max(most, check), 0) + 1;
    this.#there = new Front(checks * liftingSize);
    this.#back = new Front(checks * liftingSize);
    this.#at = Array.from({ length: checks }, () => []);
    this.#ends.forEach(([a, b], variable) => {
      this.#at[a].push({ variable, end: 0 });
      this.#at[b].push({ variable, end: 1 });
    });
  }

  /** From the first end of variable i at index 0: light variables to each index of its second end; Infinity if none lead there. */
  distances(i: number): Float64Array {
    const [first, second] = this.#ends[i];
    const front = this.#there;
    front.begin(first * this.#size);
    while (front.first < front.end) this.#advance(front, i);
    return Float64Array.from({ length: this.#size }, (_, x) => {
      const node = second * this.#size + x;
      return front.reached(node) ? front.distance[node] : Number.POSITIVE_INFINITY;
    });
  }

  /**
   * Number of light variables on the shortest cycle through variable i with that shift, and the number of such cycles. Searches from
   * both ends of the variable meet, so each sees few of the nodes.
   */
  shortestCycle(i: number, shift: number): { length: number; paths: number } {
    const kept = this.shifts[i];
    this.shifts[i] = shift;
    const found = this.#shortestPaths(i, this.#ends[i][0] * this.#size, this.#ends[i][1] * this.#size + shift);
    this.shifts[i] = kept;
    return { length: found.length + 1, paths: found.paths };
  }

  #shortestPaths(i: number, start: number, goal: number): { length: number; paths: number } {
    const [there, back] = [this.#there, this.#back];
    there.begin(start);
    back.begin(goal);
    for (let length = 0; there.first < there.end && back.first < back.end; length++) {
      const [small, large] = there.end - there.first < back.end - back.first ? [there, back] : [back, there];
      // Every path of this length has one node in front of `small`. No path is shorter, so `large` has it in front too.
      let paths = 0;
      for (let at = small.first; at < small.end; at++) {
        const node = small.queue[at];
        if (large.reached(node)) paths += small.paths[node] * large.paths[node];
      }
      if (paths > 0) return { length, paths };
      this.#advance(small, i);
    }
    return { length: Number.POSITIVE_INFINITY, paths: 0 };
  }

  /** The nodes at the next distance, reached without the lifted variable i that begins at index 0. */
  #advance(front: Front, i: number): void {
    const z = this.#size;
    const { search, stamp, distance, paths, queue } = front;
    const start = this.#ends[i][0] * z;
    const next = distance[queue[front.first]] + 1;
    let tail = front.end;
    for (let head = front.first; head < front.end; head++) {
      const node = queue[head];
      const index = node % z;
      for (const { variable, end } of this.#at[(node - index) / z]) {
        const shift = this.shifts[variable];
        if (shift === NONE) continue;
        const other = this.#ends[variable][1 - end] * z + ((index + (end === 0 ? shift : z - shift)) % z);
        if (variable === i && ((end === 0 && node === start) || (end === 1 && other === start))) continue;
        if (stamp[other] !== search) {
          stamp[other] = search;
          distance[other] = next;
          paths[other] = 0;
          queue[tail++] = other;
        }
        if (distance[other] === next) paths[other] += paths[node];
      }
    }
    front.first = front.end;
    front.end = tail;
  }
}

function farthest(distance: Float64Array): number[] {
  const most = distance.reduce((a, b) => Math.max(a, b));
  return [...distance.keys()].filter((x) => distance[x] === most);
}
