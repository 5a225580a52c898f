import { InputError } from "../../errors.ts";
import { requireOptions } from "../../options.ts";
import { requireSeed } from "../../seed.ts";
import { sum } from "../../sum.ts";
import type { CodeFamily, FamilyEntry } from "../code-family.ts";
import { type BitRows, reduceBitRows } from "../elimination/elimination.ts";
import { type RandomSource, randomSource } from "./random.ts";

/** Rules for ensembles whose numbers of nodes are not whole. */
export const ROUNDINGS = ["none", "nearest"] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** Nodes of a graph: the degrees of each, by edge type. */
export interface GraphNodes {
  /** Variables of degree 1 last. */
  readonly variables: readonly (readonly number[])[];
  readonly checks: readonly (readonly number[])[];
}

/**
 * The nodes of a graph with the given number of variables.
 *
 * `none`: the ensemble must ask for whole numbers of nodes. `nearest`: numbers of variables and of checks are rounded to the
 * nearest that keep their totals. If the sockets of an edge type then do not match, its checks get one socket more or
 * one less each: less at checks of highest degree, more at checks of lowest degree. Checks with one socket of the type
 * (the checks of variables of degree 1) keep it.
 * @throws InputError if a number of nodes is not whole (`none`), or if sockets cannot be made to match so.
 */
export function graphNodes(ensemble: MetEnsemble, variables: number, rounding: Rounding): GraphNodes {
  const nodes = {
    variables: expand(ensemble.variables, nodeCounts(ensemble.variables, variables, rounding, "variables")),
    checks: expand(ensemble.checks, nodeCounts(ensemble.checks, variables, rounding, "checks")),
  };
  const checks = nodes.checks.map((degrees) => [...degrees]);
  for (const t of edgeTypes(ensemble)) {
    matchSockets(checks, t, sum(nodes.variables.map((degrees) => degrees[t])));
  }
  const isLeaf = (degrees: readonly number[]): boolean => sum(degrees) === 1;
  return {
    variables: [...nodes.variables.filter((node) => !isLeaf(node)), ...nodes.variables.filter(isLeaf)],
    checks,
  };
}

/** Number of nodes of each type; with `nearest` by largest remainders. */
function nodeCounts(
  types: readonly NodeType[],
  variables: number,
  rounding: Rounding,
  side: keyof GraphNodes,
): number[] {
  // Products of decimals: 0.3 · 10 is not 3 in binary.
  const wanted = types.map(({ fraction }) => Number((fraction * variables).toFixed(6)));
  const broken = wanted.findIndex((number) => !Number.isInteger(number));
  if (broken < 0) return wanted;
  if (rounding === "none") {
    throw new InputError(
      `${variables} columns make ${wanted[broken]} ${side} of type ${nodeTypeText(types[broken])}: ` +
        "change their number, or allow --rounding nearest",
    );
  }
  const counts = wholeShares(wanted);
  const lost = counts.indexOf(0);
  if (lost >= 0) {
    throw new InputError(
      `${variables} columns leave no ${side} of type ${nodeTypeText(types[lost])} (${wanted[lost]}): take more columns`,
    );
  }
  return counts;
}

/** Gives checks one socket of type t more or less each until they have as many as variables. */
function matchSockets(checks: number[][], t: number, variables: number): void {
  const atChecks = sum(checks.map((degrees) => degrees[t]));
  const step = Math.sign(variables - atChecks);
  const able = [...checks.keys()].filter((m) => checks[m][t] > 1);
  const inOrder = able.sort((a, b) => step * (checks[a][t] - checks[b][t]) || b - a);
  const needed = Math.abs(variables - atChecks);
  if (needed > inOrder.length) {
    throw new InputError(
      `rounded, edge type x${t + 1} has ${variables} sockets at variables and ${atChecks} at checks: ` +
        `of the checks only ${inOrder.length} can have one more or less; take another number of columns`,
    );
  }
  for (const m of inOrder.slice(0, needed)) checks[m][t] += step;
}

function expand(types: readonly NodeType[], counts: readonly number[]): (readonly number[])[] {
  return types.flatMap(({ degrees }, i) => Array.from({ length: counts[i] }, () => degrees));
}

/** Whole numbers with the sum of the wanted ones, by largest remainders. */
export function wholeShares(wanted: readonly number[]): number[] {
  const counts = wanted.map(Math.floor);
  const order = [...wanted.keys()].sort((a, b) => wanted[b] - counts[b] - (wanted[a] - counts[a]) || a - b);
  for (const i of order.slice(0, Math.round(sum(wanted)) - sum(counts))) counts[i]++;
  return counts;
}

/**
 * Multi-edge-type ensemble (T. Richardson and R. Urbanke, "Multi-edge type LDPC codes", 2004): node types with a degree
 * for each edge type, as in ν = 0.0775 x1²x2²⁰ + …; an edge joins a socket of its type at a variable to one at a check. Every
 * variable of a file is sent over the channel.
 * @example
 * const regular: MetEnsemble = {
 *   name: "regular-3-6",
 *   description: "",
 *   source: "R. Gallager, 1962",
 *   variables: [{ fraction: 1, degrees: [3] }],
 *   checks: [{ fraction: 0.5, degrees: [6] }],
 * };
 * designRate(regular); // → 0.5
 */
export interface MetEnsemble {
  /** File-name safe. */
  readonly name: string;
  /** One line for listings. */
  readonly description: string;
  /** Publication. */
  readonly source: string;
  /** ν: variable node types. Their fractions sum to 1. */
  readonly variables: readonly NodeType[];
  /** μ: check node types. */
  readonly checks: readonly NodeType[];
}

/**
 * Nodes of one kind.
 * @example
 * const leaves: NodeType = { fraction: 0.9, degrees: [0, 1] };
 */
export interface NodeType {
  /** Number of such nodes for each symbol of the code. */
  readonly fraction: number;
  /** Edges of type 0, 1, 2, …: the exponents of x1, x2, x3, …. */
  readonly degrees: readonly number[];
  /** Of variables that are not sent. Files of ensembles have none; protographs of codes may. */
  readonly punctured?: true;
}

/** A fault of an ensemble, with the path of the faulty member. */
export interface EnsembleProblem {
  readonly message: string;
  readonly path: readonly ["variables" | "checks", ...number[]];
}

/** Tolerance of sums of fractions, which are decimals of about six digits. */
const TOLERANCE = 1e-9;

/**
 * The first fault of the numbers of an ensemble: degree lists of different lengths, nodes without edges, fractions of
 * variables that do not sum to 1, edge types without edges, socket counts that do not match, no rate between 0 and 1.
 */
export function ensembleProblem(ensemble: MetEnsemble): EnsembleProblem | undefined {
  const { variables, checks } = ensemble;
  const types = variables[0].degrees.length;
  for (const [side, nodes] of [["variables", variables] as const, ["checks", checks] as const]) {
    for (const [i, { degrees }] of nodes.entries()) {
      if (degrees.length !== types) {
        return {
          message: `${degrees.length} degrees, but the first has ${types}: one for each edge type`,
          path: [side, i],
        };
      }
      if (degrees.every((degree) => degree === 0)) return { message: "a node type without edges", path: [side, i] };
    }
  }
  const sent = perSymbol(variables, () => 1);
  if (Math.abs(sent - 1) > TOLERANCE) {
    return { message: `the fractions of the variables sum to ${round(sent)}, not to 1`, path: ["variables"] };
  }
  for (let t = 0; t < types; t++) {
    const [left, right] = [socketsPerSymbol(variables, t), socketsPerSymbol(checks, t)];
    if (Math.abs(left - right) > TOLERANCE) {
      const counts = `${round(left)} for each symbol at variables and ${round(right)} at checks`;
      return { message: `sockets of edge type x${t + 1} do not match: ${counts}`, path: ["checks"] };
    }
    if (left === 0) return { message: `edge type x${t + 1} has no edges: leave it out`, path: ["variables"] };
  }
  const rate = designRate(ensemble);
  if (!(rate > TOLERANCE && rate < 1)) {
    return { message: `the design rate is ${round(rate)}: it must be above 0`, path: ["checks"] };
  }
  return undefined;
}

/** @throws InputError that names the ensemble and its first fault, as `ensembleProblem` finds it. */
export function requireEnsemble(ensemble: MetEnsemble): void {
  const problem = ensembleProblem(ensemble);
  if (problem === undefined) return;
  throw new InputError(`ensemble ${ensemble.name}, ${problem.path.join(".")}: ${problem.message}`);
}

/**
 * (1 − Σ μ) / Σ ν of the variables that are sent: the rate if no checks depend on each other.
 * @param ensemble its nodes decide.
 * @returns information bits for each bit that is sent, between 0 and 1.
 * @example
 * const variables = [{ fraction: 1, degrees: [3] }];
 * designRate({ name: "r", description: "", source: "", variables, checks: [{ fraction: 0.75, degrees: [4] }] }); // → 0.25
 */
export function designRate({ variables, checks }: MetEnsemble): number {
  const sent = perSymbol(variables, ({ punctured }) => (punctured ? 0 : 1));
  return round((1 - perSymbol(checks, () => 1)) / sent);
}

/** Edges for each symbol: 3.7675 means 3.7675 million for a million bits. */
export function edgesPerSymbol({ variables }: MetEnsemble): number {
  return round(perSymbol(variables, ({ degrees }) => sum(degrees)));
}

/** The edge types: 0, 1, 2, …. */
export function edgeTypes({ variables }: MetEnsemble): number[] {
  return [...variables[0].degrees.keys()];
}

/** Sockets of an edge type for each symbol. */
export function socketsPerSymbol(nodes: readonly NodeType[], type: number): number {
  return perSymbol(nodes, ({ degrees }) => degrees[type]);
}

/** The sum of a number over nodes, for each symbol of the code. @param of the number of a node of a type. */
export function perSymbol(nodes: readonly NodeType[], of: (node: NodeType) => number): number {
  return sum(nodes.map((node) => node.fraction * of(node)));
}

/** The edges of a node without one of the given type: those whose messages decide the message of that edge. */
export function otherDegrees(degrees: readonly number[], type: number): number[] {
  return degrees.map((degree, t) => degree - (t === type ? 1 : 0));
}

/** ν = 0.0775 x1²x2²⁰ as plain text: `0.0775 x1^2 x2^20`. */
export function nodeTypeText({ fraction, degrees }: NodeType): string {
  const factors = degrees.flatMap((d, t) => (d === 0 ? [] : [d === 1 ? `x${t + 1}` : `x${t + 1}^${d}`]));
  return `${Number(fraction.toPrecision(6))} ${factors.join(" ")}`;
}

/** Without the last digits that sums of decimals have. */
function round(value: number): number {
  return Number(value.toFixed(10));
}

/** Passes over all edges at most; a pass that makes nothing better ends it before. */
const SHIFT_PASSES = 8;
/**
 * Cost of a closed walk by its length. Equal shifts in one block would be no code, and a cycle of length 4 is far worse
 * than one of 6.
 */
const COST = { 2: 1e12, 4: 1e6, 6: 1 } as const;

/**
 * Shifts for the edges of a base graph. One edge after the other gets a shift, drawn from the shifts that close the
 * fewest cycles of length 4, and then of length 6, with the edges that have shifts already. Later passes choose each
 * shift again with all other shifts in place, until a pass improves nothing. A closed walk of the base graph lifts to
 * cycles if its alternating sum of shifts is 0 modulo Z (M. Fossorier, "Quasi-cyclic low-density parity-check codes
 * from circulant permutation matrices", IEEE Trans. Inf. Theory 50(8), 2004). Edges to variables of degree 1 get shift
 * 0. Edges of light variables to checks without variables of degree 1 get their shifts first, by `lightShifts`.
 */
export function chooseShifts(edges: readonly GraphEdge[], liftingSize: number, random: RandomSource): Int32Array {
  const walks = new ClosedWalks(edges);
  const { shifts } = walks;
  const light = lightVariables(edges);
  lightShifts(edges, light, liftingSize, random).forEach((shift, i) => {
    shifts[light[i].edges[0]] = shift;
    shifts[light[i].edges[1]] = 0;
  });
  const settled = new Set(light.flatMap((variable) => variable.edges));
  const order = random.shuffle(walks.inner.filter((edge) => !settled.has(edge)));
  const costs = new Float64Array(liftingSize);
  let best = shifts.slice();
  let fewest = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < SHIFT_PASSES && fewest > 0; pass++) {
    for (const edge of order) {
      walks.costs(edge, costs);
      shifts[edge] = cheapest(costs, random);
    }
    let cost = 0;
    for (const edge of walks.inner) {
      walks.costs(edge, costs);
      cost += costs[shifts[edge]];
    }
    if (cost >= fewest) break;
    fewest = cost;
    best = shifts.slice();
  }
  return best;
}

/** One of the shifts of least cost, all equally likely. */
function cheapest(costs: Float64Array, random: RandomSource): number {
  let least = Number.POSITIVE_INFINITY;
  const shifts: number[] = [];
  costs.forEach((cost, s) => {
    if (cost > least) return;
    if (cost < least) shifts.length = 0;
    least = cost;
    shifts.push(s);
  });
  return shifts[random.below(shifts.length)];
}

/** Shift of an edge that has none yet. */
const NO_SHIFT = -1;

/**
 * Closed walks of a base graph without turning back, over the edges that have shifts. Edges to variables of degree 1
 * lie on no closed walk and have shift 0. Each pair of checks has a list of the variables that they share, so that only walks
 * that close are visited: eight times faster than walks edge by edge for checks of degree 57.
 */
export class ClosedWalks {
  readonly shifts: Int32Array;
  /** Edges that can be on cycles. */
  readonly inner: Uint32Array;
  readonly #edges: readonly GraphEdge[];
  readonly #atVariable: readonly Uint32Array[];
  readonly #checks: number;
  /** By two checks, first·checks + second: pairs of edges of one variable, the first edge at the first check, and so on. */
  readonly #pairs: (number[] | undefined)[];
  /** By check: the checks with which it has pairs. */
  readonly #mates: readonly number[][];

  constructor(edges: readonly GraphEdge[]) {
    const degrees = new Map<number, number>();
    for (const { variable } of edges) degrees.set(variable, (degrees.get(variable) ?? 0) + 1);
    this.#edges = edges;
    this.inner = Uint32Array.from([...edges.keys()].filter((e) => degrees.get(edges[e].variable) !== 1));
    this.shifts = new Int32Array(edges.length);
    for (const e of this.inner) this.shifts[e] = NO_SHIFT;
    this.#atVariable = groups(this.inner, (e) => edges[e].variable);
    this.#checks = 1 + edges.reduce((most, { check }) => Math.max(most, check), 0);
    this.#mates = Array.from({ length: this.#checks }, () => []);
    this.#pairs = new Array(this.#checks ** 2).fill(undefined);
    for (const own of this.#atVariable) {
      for (const e of own) {
        for (const f of own) {
          if (e === f) continue;
          const at = edges[e].check * this.#checks + edges[f].check;
          const list = this.#pairs[at];
          if (list !== undefined) list.push(e, f);
          else {
            this.#pairs[at] = [e, f];
            this.#mates[edges[e].check].push(edges[f].check);
          }
        }
      }
    }
  }

  /**
   * Costs of the shifts of an edge: of every closed walk that begins with it, from its variable to its check. The alternating sum of
   * the walk's shifts is coefficient·s + rest for the shift s, and it lifts to cycles where that is 0 modulo the lifting size.
   */
  costs(e: number, costs: Float64Array): void {
    const { shifts } = this;
    const { check, variable } = this.#edges[e];
    costs.fill(0);
    for (const j of this.#atVariable[variable]) {
      if (j === e || shifts[j] === NO_SHIFT) continue;
      const last = this.#edges[j].check;
      // Two edges of one block.
      if (last === check) addCost(costs, 1, -shifts[j], COST[2]);
      const direct = this.#pairs[check * this.#checks + last]!;
      for (let i = 0; i < direct.length; i += 2) {
        const [f, g] = [direct[i], direct[i + 1]];
        if (f === e || g === j || shifts[f] === NO_SHIFT) continue;
        if (g === e) addCost(costs, 2, -shifts[f] - shifts[j], COST[4]);
        else if (shifts[g] !== NO_SHIFT) addCost(costs, 1, shifts[g] - shifts[f] - shifts[j], COST[4]);
      }
      for (const between of this.#mates[check]) {
        const rest = this.#pairs[between * this.#checks + last];
        if (rest !== undefined) this.#long(e, j, this.#pairs[check * this.#checks + between]!, rest, costs);
      }
    }
  }

  /** The walks of length 6 over two pairs of edges, which end with edge j. */
  #long(e: number, j: number, first: readonly number[], second: readonly number[], costs: Float64Array): void {
    const { shifts } = this;
    const size = costs.length;
    for (let k = 0; k < first.length; k += 2) {
      const [f, g] = [first[k], first[k + 1]];
      if (f === e || shifts[f] === NO_SHIFT || (shifts[g] === NO_SHIFT && g !== e)) continue;
      const begun = (g === e ? 0 : shifts[g]) - shifts[f] - shifts[j];
      for (let l = 0; l < second.length; l += 2) {
        const [h, i] = [second[l], second[l + 1]];
        if (h === g || i === j) continue;
        const [down, up] = [shifts[h], shifts[i]];
        if (down !== NO_SHIFT && up !== NO_SHIFT && g !== e && h !== e && i !== e) {
          costs[(3 * size - begun + down - up) % size] += COST[6];
        } else if ((h === e || down !== NO_SHIFT) && (i === e || up !== NO_SHIFT)) {
          const coefficient = 1 + Number(g === e) - Number(h === e) + Number(i === e);
          addCost(costs, coefficient, begun - (h === e ? 0 : down) + (i === e ? 0 : up), COST[6]);
        }
      }
    }
  }
}

/** Adds to every shift s with coefficient·s + rest ≡ 0; of 0·s to none, since no s would change it. */
function addCost(costs: Float64Array, coefficient: number, rest: number, cost: number): void {
  const size = costs.length;
  const wanted = ((-rest % size) + size) % size;
  if (coefficient === 1) costs[wanted] += cost;
  else if (coefficient > 1) for (let s = 0; s < size; s++) if ((coefficient * s) % size === wanted) costs[s] += cost;
}

function groups(edges: Uint32Array, key: (edge: number) => number): Uint32Array[] {
  const lists: number[][] = [];
  for (const e of edges) {
    lists[key(e)] ??= [];
    lists[key(e)].push(e);
  }
  return Array.from(lists, (list) => Uint32Array.from(list ?? []));
}

/** A variable with two edges to checks without a variable of degree 1. */
interface LightVariable {
  readonly variable: number;
  /** Its two edges. */
  readonly edges: readonly [number, number];
}

/** Passes over all light variables, and shifts tried for each. */
const CYCLE_PASSES = 4;
const CANDIDATES = 12;

/**
 * The light variables of a base graph. A cycle through light variables alone is a word of low weight: the bits of these
 * variables and of the variables of degree 1 at their checks. Below the stability limit
 * (src/code/density-evolution/threshold.ts) decoding fails at such words.
 */
function lightVariables(edges: readonly GraphEdge[]): LightVariable[] {
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
function lightShifts(
  edges: readonly GraphEdge[],
  light: readonly LightVariable[],
  liftingSize: number,
  random: RandomSource,
): Int32Array {
  const graph = new LightGraph(edges, light, liftingSize);
  const order = random.shuffle([...light.keys()]);
  for (let pass = 0; pass < CYCLE_PASSES; pass++) {
    for (const i of order) {
      const before = graph.shifts[i];
      graph.shifts[i] = NO_SHIFT;
      const far = random.shuffle(farthest(graph.distances(i)));
      const candidates = [...far.slice(0, CANDIDATES), ...(before === NO_SHIFT ? [] : [before])];
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
    this.shifts = new Int32Array(light.length).fill(NO_SHIFT);
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
        if (shift === NO_SHIFT) continue;
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

/**
 * All that decides a quasi-cyclic code of a multi-edge-type ensemble.
 * @example
 * const ensemble = {
 *   name: "regular-3-6",
 *   description: "",
 *   source: "",
 *   variables: [{ fraction: 1, degrees: [3] }],
 *   checks: [{ fraction: 0.5, degrees: [6] }],
 * };
 * const recipe: MetRecipe = {
 *   family: "met",
 *   name: "met-{n}",
 *   ensemble,
 *   ensembleName: "regular.json",
 *   columns: 12,
 *   liftingSizes: [16],
 *   rounding: "none",
 *   seed: 1,
 *   attempts: 10,
 * };
 */
export interface MetRecipe {
  /** Distinguishes the recipe from the recipes of `constructCode`. */
  readonly family: "met";
  /** Name of the codes, with {n}, {k} or {z} if there are several lifting sizes. */
  readonly name: string;
  /** Node types with their fractions and degrees. */
  readonly ensemble: MetEnsemble;
  /** How the command line names the ensemble. */
  readonly ensembleName: string;
  /** Block columns. */
  readonly columns: number;
  /** Ascending; each has shifts of its own. The codes have columns·Z symbols. */
  readonly liftingSizes: readonly number[];
  /** Whether numbers of nodes that are not whole are an error, `none`, or rounded, `nearest`. */
  readonly rounding: Rounding;
  /** Key of the random numbers, 0 … 2³² − 1. */
  readonly seed: number;
  /** Base graphs to draw at most until one has rows that do not depend on each other modulo 2. */
  readonly attempts: number;
}

/**
 * Quasi-cyclic codes of a multi-edge-type ensemble: one base graph with the ensemble's nodes and types of edges,
 * and for each lifting size shifts that avoid short cycles. Block columns of variables of
 * degree 1 come last, each with shift 0. The source is the command line that makes them again.
 *
 * Rows of H can only be independent if the rows of the base matrix are independent modulo 2, so base graphs are drawn
 * until one has such rows. Ensembles with even degrees only have no such graph; the description then states the number
 * of dependent rows.
 * @param recipe ensemble, block columns, lifting sizes and seed.
 * @throws InputError for an ensemble whose numbers contradict each other or whose design rate is not above 0, numbers of nodes that are
 * not whole, no block columns, lifting sizes that do not ascend, no attempts, a seed out of range, or parallel edges that remain although
 * the base graph has room.
 * @example
 * const ensemble = {
 *   name: "regular-3-6",
 *   description: "",
 *   source: "",
 *   variables: [{ fraction: 1, degrees: [3] }],
 *   checks: [{ fraction: 0.5, degrees: [6] }],
 * };
 * const sizes = { columns: 12, liftingSizes: [16], rounding: "none", seed: 1, attempts: 10 } as const;
 * const family = metFamily({ family: "met", name: "met-{n}", ensemble, ensembleName: "regular.json", ...sizes });
 * familyCode(family, 16).name; // → "met-192"
 */
export function metFamily(recipe: MetRecipe): CodeFamily {
  requireOptions("metFamily", recipe, {
    family: true,
    name: true,
    ensemble: true,
    ensembleName: true,
    columns: true,
    liftingSizes: true,
    rounding: true,
    seed: true,
    attempts: true,
  });
  const { name, ensemble, columns, liftingSizes, rounding, seed, attempts } = recipe;
  const [first] = liftingSizes;
  if (first === undefined || liftingSizes.some((z, i) => !Number.isInteger(z) || z < 1 || liftingSizes[i - 1] >= z)) {
    throw new InputError(`lifting sizes ${liftingSizes.join(",")} must be positive integers that ascend`);
  }
  if (!Number.isInteger(attempts) || attempts < 1) throw new InputError(`number of attempts ${attempts} is below 1`);
  requireSeed(seed);
  requireEnsemble(ensemble);
  if (!(columns >= 1)) throw new InputError(`${columns} block columns: give 1 or more`);
  const random = randomSource(seed);
  const nodes = graphNodes(ensemble, columns, rounding);
  const { edges, dependent } = baseGraph(nodes, attempts, random);
  const shifts = liftingSizes.map((z) => chooseShifts(edges, z, random));
  const rows: FamilyEntry[][] = nodes.checks.map(() => []);
  for (const [e, { check, variable }] of edges.entries()) {
    rows[check].push([variable, ...shifts.map((ofSize) => ofSize[e])]);
  }
  for (const row of rows) row.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const rank = dependent === 0 ? "" : `, at least ${dependent} block rows with dependent checks`;
  return {
    name,
    description: `({n},{k}) over GF(2), multi-edge type, rate ${designRate(ensemble)}, Z = {z}${rank}`,
    source: metCommand(recipe),
    lifting:
      liftingSizes.length === 1
        ? { rule: "as given", size: first }
        : { rule: "s of the set mod z", sets: liftingSizes.map((z) => [z]) },
    puncturedColumns: [],
    columns,
    rows,
  };
}

/** The command line that makes the codes: `ldpc code construct --family met …` with every option that decides them. */
function metCommand({ name, ensembleName, columns, liftingSizes, rounding, seed, attempts }: MetRecipe): string {
  return [
    "ldpc code construct --family met",
    `--ensemble ${ensembleName}`,
    `--columns ${columns}`,
    `--lifting-sizes ${liftingSizes.join(",")}`,
    `--rounding ${rounding}`,
    `--seed ${seed}`,
    `--attempts ${attempts}`,
    `--name "${name}"`,
  ].join(" ");
}

/**
 * The first of several graphs whose rows are independent modulo 2, or else the graph with the fewest dependent rows.
 */
function baseGraph(
  nodes: GraphNodes,
  attempts: number,
  random: RandomSource,
): { edges: GraphEdge[]; dependent: number } {
  let best: { edges: GraphEdge[]; dependent: number } | undefined;
  for (let attempt = 0; attempt < attempts && best?.dependent !== 0; attempt++) {
    const edges = metGraph(nodes, random);
    const dependent = nodes.checks.length - rankModulo2(nodes, edges);
    if (best === undefined || dependent < best.dependent) best = { edges, dependent };
  }
  if (best === undefined) throw new InputError("no base graph was drawn");
  return best;
}

/** Rank of the base matrix whose elements are the numbers of edges modulo 2: that of H for shifts that are all 0. */
function rankModulo2({ variables, checks }: GraphNodes, edges: readonly GraphEdge[]): number {
  const width = Math.ceil(variables.length / 32);
  const matrix: BitRows = { rows: checks.length, width, words: new Uint32Array(checks.length * width) };
  for (const { check, variable } of edges) {
    matrix.words[check * width + (variable >>> 5)] ^= 1 << (variable & 31);
  }
  // Columns of degree 1 come last, and elimination begins with them.
  const order = Uint32Array.from(variables, (_, i) => variables.length - 1 - i);
  return reduceBitRows(matrix, order).length;
}
