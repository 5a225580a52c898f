import { InputError } from "../errors.ts";
import { type GaloisField, inverse, multiply } from "../galois/field.ts";
import { circulantSize, shortestCycles } from "./girth.ts";
import { type ParityCheckMatrix, rowEntries } from "./parity-check-matrix.ts";
import { lexicographic, shiftedPositions } from "./positions.ts";
import type { Steps } from "./steps.ts";
import { tannerGraph } from "./tanner-graph.ts";

/**
 * Kinds of sets. In an elementary set every check has one or two of the set's variables. `trapping`: each variable has at least two checks
 * with two (leafless elementary trapping sets of Karimi and Banihashemi 2014, of which all others grow by leaves); `absorbing`: each has
 * more checks with two than with one (Dolecek et al. 2010).
 */
export const SET_KINDS = ["trapping", "absorbing"] as const;

/** Which sets are searched. */
export interface TrappingSetOptions {
  /** Most variables of a set. */
  readonly a: number;
  /** Most unsatisfied checks of a set. */
  readonly b: number;
  readonly kind: (typeof SET_KINDS)[number];
  /** Most steps of the search: a step adds a variable or decides a check. */
  readonly steps: number;
  /** Most sets that are kept, one for each orbit. */
  readonly sets: number;
  /** Variables that are never wrong, such as shortened ones. */
  readonly excluded?: Uint32Array;
}

/** An elementary set with the sets that shifts of the circulants make of it. */
export interface TrappingSet {
  /** Variables, ascending. */
  readonly variables: Uint32Array;
  /** Unsatisfied checks, ascending. */
  readonly checks: Uint32Array;
  /** Number of sets that shifts make of this one, itself included. */
  readonly orbit: number;
  /** Whether each variable has more satisfied than unsatisfied checks. */
  readonly isAbsorbing: boolean;
}

/** The sets that a search has found. */
export interface TrappingSets {
  /** Every set of at most this number of variables is there; sets of more are not. */
  readonly completeTo: number;
  /** Why the search ended before `a` variables. */
  readonly endedBy?: "steps" | "sets";
  /** Steps taken. */
  readonly steps: number;
  /** Order of the circulants whose shifts make an orbit; 1 if the matrix does not consist of circulants. */
  readonly liftingSize: number;
  /** One set of each orbit, by number of variables, then of unsatisfied checks. */
  readonly sets: readonly TrappingSet[];
}

/** Steps between two looks at the clock. */
const STEPS_A_TURN = 2 ** 14;

/**
 * All connected elementary sets of at most a variables and b unsatisfied checks, by branch and bound. A set grows from its first variable:
 * an unsatisfied check either stays so, which rules out its other variables, or exactly one of them joins. The branches are disjoint, so
 * every set is found once. A branch ends when the variables that may still join cannot bring the unsatisfied checks down to b. If H consists of
 * circulants, a set begins in its first block column, at the column's first variable, and one shift of it is kept.
 *
 * Over GF(q) a set has values: its checks with two variables are satisfied by one choice of nonzero values, up to a factor
 * (Amiri, Kliewer and Dolecek 2014).
 * @throws InputError for numbers that are not positive.
 */
export function* trappingSetsSteps(matrix: ParityCheckMatrix, options: TrappingSetOptions): Steps<TrappingSets> {
  const { a, b, steps, sets: most } = options;
  if (!(a >= 1 && b >= 0 && steps >= 1 && most >= 1)) throw new InputError(`no sets of ${a} variables, ${b} checks`);
  const search = new SetSearch(matrix, options);
  const { liftingSize } = search;
  let found: TrappingSet[] = [];
  let completeTo = 0;
  for (let size = 1; size <= a; size++) {
    const endedBy = yield* search.ofSize(size, found);
    if (endedBy === undefined) {
      completeTo = size;
      continue;
    }
    found = found.filter(({ variables }) => variables.length < size);
    return { completeTo, endedBy, steps: search.steps, liftingSize, sets: sorted(found) };
  }
  return { completeTo, steps: search.steps, liftingSize, sets: sorted(found) };
}

function sorted(sets: TrappingSet[]): TrappingSet[] {
  return sets.sort((x, y) => x.variables.length - y.variables.length || x.checks.length - y.checks.length);
}

/** Number of sets with a variables and b unsatisfied checks. */
export interface SetCount {
  readonly a: number;
  readonly b: number;
  readonly sets: number;
  /** How many of them are absorbing. */
  readonly absorbing: number;
  /** Sets that are no shifts of each other. */
  readonly orbits: number;
}

/** The multiplicities of sets, by a, then b. */
export function setCounts(sets: readonly TrappingSet[]): SetCount[] {
  const counts = new Map<string, SetCount>();
  for (const { variables, checks, orbit, isAbsorbing } of sets) {
    const [a, b] = [variables.length, checks.length];
    const { sets: before, absorbing, orbits } = counts.get(`${a} ${b}`) ?? { sets: 0, absorbing: 0, orbits: 0 };
    const count = { a, b, sets: before + orbit, absorbing: absorbing + (isAbsorbing ? orbit : 0), orbits: orbits + 1 };
    counts.set(`${a} ${b}`, count);
  }
  return [...counts.values()].sort((x, y) => x.a - y.a || x.b - y.b);
}

/** The sets that shifts of circulants make of a set, each with ascending variables; the set itself comes first. */
export function* shiftedSets({ variables, orbit }: TrappingSet, liftingSize: number): Generator<Uint32Array> {
  for (let shift = 0; shift < orbit; shift++) yield shiftedPositions(variables, shift, liftingSize);
}

/**
 * The values of sets over GF(q), which are their errors: each times any element but 0 is an error too.
 * @returns of a set of `trappingSetsSteps` a nonzero value for each variable.
 */
export function setValues(matrix: ParityCheckMatrix): (variables: Uint32Array) => number[] {
  const { field } = matrix;
  const columns = Array.from({ length: matrix.columns }, (): (readonly [check: number, label: number])[] => []);
  for (let m = 0; m < matrix.rows; m++) for (const [n, label] of rowEntries(matrix, m)) columns[n].push([m, label]);
  return (variables) => {
    const ends = new Map<number, (readonly [variable: number, label: number])[]>();
    for (const [i, n] of variables.entries())
      for (const [m, label] of columns[n]) ends.set(m, [...(ends.get(m) ?? []), [i, label]]);
    const pairs = [...ends.values()].filter(({ length }) => length === 2);
    const values = new Array<number>(variables.length).fill(0);
    values[0] = 1;
    // h·x + g·y = 0 over a field of characteristic 2. A set is connected by its checks with two variables.
    for (let round = 1; round < variables.length; round++)
      for (const [[i, h], [j, g]] of pairs) {
        if (values[i] !== 0 && values[j] === 0)
          values[j] = multiply(field, multiply(field, h, values[i]), inverse(field, g));
        else if (values[j] !== 0 && values[i] === 0)
          values[i] = multiply(field, multiply(field, g, values[j]), inverse(field, h));
      }
    return values;
  };
}

/** A set near a pattern of errors. */
export interface NearSet {
  readonly a: number;
  readonly b: number;
  /** Variables of the set, ascending. */
  readonly variables: Uint32Array;
  /** How many of them are wrong. */
  readonly wrong: number;
}

/** Finds the sets, shifts of circulants included, that patterns of errors end in. */
export class SetFinder {
  readonly #sets: readonly Omit<NearSet, "wrong">[];
  /** The sets of each variable. */
  readonly #of = new Map<number, number[]>();

  constructor({ sets, liftingSize }: Pick<TrappingSets, "sets" | "liftingSize">) {
    this.#sets = sets.flatMap((set) =>
      [...shiftedSets(set, liftingSize)].map((variables) => ({ a: variables.length, b: set.checks.length, variables })),
    );
    this.#sets.forEach(({ variables }, i) => {
      for (const variable of variables) {
        const known = this.#of.get(variable);
        if (known === undefined) this.#of.set(variable, [i]);
        else known.push(i);
      }
    });
  }

  /**
   * The set that shares most with the errors: the most variables of both among the variables of either.
   * @param wrong the variables in error.
   * @returns undefined if no set has more than half of the variables of either in common with the errors.
   */
  nearest(wrong: readonly number[]): NearSet | undefined {
    const shared = new Map<number, number>();
    for (const variable of wrong) {
      for (const set of this.#of.get(variable) ?? []) shared.set(set, (shared.get(set) ?? 0) + 1);
    }
    let best: NearSet | undefined;
    let most = 0.5;
    for (const [i, both] of [...shared].sort(([x], [y]) => x - y)) {
      const set = this.#sets[i];
      const share = both / (set.a + wrong.length - both);
      if (share <= most) continue;
      most = share;
      best = { ...set, wrong: both };
    }
    return best;
  }
}

/** States of a check: how many variables of the set it has; ODD is a check that stays unsatisfied. */
const ODD = 3;

/** The depth-first search with its partial set. All changes are undone in reverse order. */
class SetSearch {
  steps = 0;
  readonly liftingSize: number;
  readonly #options: TrappingSetOptions;
  readonly #field: GaloisField;
  readonly #graph: ReturnType<typeof tannerGraph>;
  /** Most unsatisfied checks of each variable, in a set of the wanted kind and in an absorbing set. */
  readonly #oddMost: Uint16Array;
  readonly #absorbingMost: Uint16Array;
  /** Most checks that two variables have in common. */
  readonly #shared: number;
  readonly #degreeLeast: number;
  readonly #degreeMost: number;

  readonly #set: number[] = [];
  /** Value of each variable of the set. */
  readonly #values: Uint8Array;
  /** Reasons why a variable cannot join; the set's own variables have one. */
  readonly #blocked: Uint16Array;
  /** Open checks of each variable. */
  readonly #near: Uint16Array;
  /** Unsatisfied checks of each variable that stay so. */
  readonly #odd: Uint16Array;
  readonly #state: Uint8Array;
  /** First variable of the set in a check, and its entry of H times its value. */
  readonly #owner: Uint32Array;
  readonly #needed: Uint8Array;
  /** Unsatisfied checks that are not decided, and the place of each check among them. */
  readonly #open: number[] = [];
  readonly #place: Uint32Array;
  #odds = 0;
  #endedBy: "steps" | "sets" | undefined;

  constructor(matrix: ParityCheckMatrix, options: TrappingSetOptions) {
    const graph = tannerGraph(matrix);
    const { variables, checks, variableStart } = graph;
    this.#options = options;
    this.#field = matrix.field;
    this.#graph = graph;
    const isShiftable = matrix.value.every((value) => value === 1) && (options.excluded?.length ?? 0) === 0;
    this.liftingSize = isShiftable ? circulantSize(graph, 1) : 1;
    const degrees = Uint32Array.from({ length: variables }, (_, v) => variableStart[v + 1] - variableStart[v]);
    this.#absorbingMost = Uint16Array.from(degrees, (degree) => Math.max(0, Math.ceil(degree / 2) - 1));
    this.#oddMost =
      options.kind === "absorbing"
        ? this.#absorbingMost
        : Uint16Array.from(degrees, (degree) => Math.max(0, degree - 2));
    this.#degreeLeast = degrees.reduce((least, degree) => Math.min(least, degree), graph.variableDegreeMaximum);
    this.#degreeMost = graph.variableDegreeMaximum;
    this.#shared = shortestCycles(graph).girth === 4 ? this.#degreeMost : 1;
    this.#values = new Uint8Array(variables);
    [this.#blocked, this.#near] = [new Uint16Array(variables), new Uint16Array(variables)];
    this.#odd = new Uint16Array(variables);
    [this.#state, this.#needed] = [new Uint8Array(checks), new Uint8Array(checks)];
    [this.#owner, this.#place] = [new Uint32Array(checks), new Uint32Array(checks)];
    for (const variable of options.excluded ?? []) this.#blocked[variable]++;
  }

  /**
   * Finds the sets of a size.
   * @param found takes one set of each orbit.
   * @returns the limit that ended the search, if any.
   */
  *ofSize(size: number, found: TrappingSet[]): Steps<"steps" | "sets" | undefined> {
    const { variables } = this.#graph;
    const z = this.liftingSize;
    for (let root = 0; root < variables && this.#endedBy === undefined; root += z) {
      if (this.#blocked[root] === 0) {
        this.#values[root] = 1;
        this.#join(root);
        yield* this.#grow(size, found, (size - 1 + root / variables) / this.#options.a);
        this.#leave(root);
      }
      // Later sets begin later.
      for (let variable = root; variable < root + z; variable++) this.#blocked[variable]++;
    }
    if (this.#endedBy === undefined) for (let variable = 0; variable < variables; variable++) this.#blocked[variable]--;
    return this.#endedBy;
  }

  /** Takes every branch of the open check with the fewest: one of its variables joins, or it stays unsatisfied. */
  *#grow(size: number, found: TrappingSet[], share: number): Steps<void> {
    if (this.steps % STEPS_A_TURN === 0) yield share;
    const check = this.#branch(size, found);
    if (check < 0) return;
    const { checkStart, edgeVariable } = this.#graph;
    for (let edge = checkStart[check]; edge < checkStart[check + 1] && this.#endedBy === undefined; edge++) {
      if (!this.#mayJoin(edge)) continue;
      this.#join(edgeVariable[edge]);
      if (!this.#ends(found)) yield* this.#grow(size, found, share);
      this.#leave(edgeVariable[edge]);
    }
    const owner = this.#owner[check];
    if (this.#endedBy !== undefined || this.#odds >= this.#options.b || this.#odd[owner] >= this.#oddMost[owner])
      return;
    this.#odds++;
    this.#odd[owner]++;
    this.#state[check] = ODD;
    this.#close(check);
    this.#count(this.#blocked, check, 1);
    if (!this.#ends(found)) yield* this.#grow(size, found, share);
    this.#count(this.#blocked, check, -1);
    this.#opened(check);
    this.#state[check] = 1;
    this.#odd[owner]--;
    this.#odds--;
  }

  /** Counts a step. @returns whether it was the last one. */
  #ends({ length }: readonly TrappingSet[]): boolean {
    if (++this.steps >= this.#options.steps) this.#endedBy = "steps";
    else if (length > this.#options.sets) this.#endedBy = "sets";
    return this.#endedBy !== undefined;
  }

  /** The open check with the fewest branches, or -1 if the set is whole, or no set of the size can be reached. */
  #branch(size: number, found: TrappingSet[]): number {
    const { checkStart, edgeVariable, variableStart } = this.#graph;
    const { b } = this.#options;
    const left = size - this.#set.length;
    const unsatisfied = this.#odds + this.#open.length;
    if (left === 0) {
      if (unsatisfied <= b) this.#take(found);
      return -1;
    }
    let best = Number.POSITIVE_INFINITY;
    let fewest = Number.POSITIVE_INFINITY;
    let chosen = -1;
    for (const check of this.#open) {
      const owner = this.#owner[check];
      let branches = this.#odds < b && this.#odd[owner] < this.#oddMost[owner] ? 1 : 0;
      for (let edge = checkStart[check]; edge < checkStart[check + 1]; edge++) {
        const variable = edgeVariable[edge];
        if (this.#blocked[variable] > 0) continue;
        branches++;
        const change = variableStart[variable + 1] - variableStart[variable] - 2 * this.#near[variable];
        if (change < best) best = change;
      }
      if (branches === 0) return -1;
      if (branches < fewest) {
        fewest = branches;
        chosen = check;
      }
    }
    if (best === Number.POSITIVE_INFINITY) return -1;
    // A later variable has at most `shared` more checks in common with each variable that joins before it.
    let least = unsatisfied + best;
    const later = Math.min(best, this.#degreeLeast);
    for (let joined = 1; joined < left; joined++) {
      least += Math.max(-this.#degreeMost, later - 2 * joined * this.#shared);
    }
    return least > b ? -1 : chosen;
  }

  /** Keeps the set if it is the first of its shifts, and no variable has too many unsatisfied checks. */
  #take(found: TrappingSet[]): void {
    const z = this.liftingSize;
    const counts = new Map<number, number>();
    for (const check of this.#open) {
      const owner = this.#owner[check];
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    const oddOf = (variable: number) => this.#odd[variable] + (counts.get(variable) ?? 0);
    if (this.#set.some((variable) => oddOf(variable) > this.#oddMost[variable])) return;
    const variables = Uint32Array.from(this.#set).sort();
    let same = 0;
    for (const variable of variables) {
      if (variable >= variables[0] + z) break;
      const order = lexicographic(shiftedPositions(variables, z - (variable % z), z), variables);
      if (order < 0) return;
      if (order === 0) same++;
    }
    const odd = [...this.#state.keys()].filter((check) => this.#state[check] === 1 || this.#state[check] === ODD);
    found.push({
      variables,
      checks: Uint32Array.from(odd),
      orbit: z / same,
      isAbsorbing: this.#set.every((variable) => oddOf(variable) <= this.#absorbingMost[variable]),
    });
  }

  /** Whether the variable of an edge may satisfy the edge's open check; sets its value. */
  #mayJoin(edge: number): boolean {
    const { edgeVariable, edgeValue, edgeCheck, variableStart, variableEdge } = this.#graph;
    const variable = edgeVariable[edge];
    if (this.#blocked[variable] > 0) return false;
    if (this.#field.q === 2) {
      this.#values[variable] = 1;
      return true;
    }
    const value = multiply(this.#field, this.#needed[edgeCheck[edge]], inverse(this.#field, edgeValue[edge]));
    this.#values[variable] = value;
    for (let i = variableStart[variable]; i < variableStart[variable + 1]; i++) {
      const other = variableEdge[i];
      const check = edgeCheck[other];
      if (this.#state[check] === 1 && multiply(this.#field, edgeValue[other], value) !== this.#needed[check])
        return false;
    }
    return true;
  }

  #join(variable: number): void {
    const { edgeValue, edgeCheck, variableStart, variableEdge } = this.#graph;
    this.#set.push(variable);
    this.#blocked[variable]++;
    for (let i = variableStart[variable]; i < variableStart[variable + 1]; i++) {
      const edge = variableEdge[i];
      const check = edgeCheck[edge];
      if (this.#state[check]++ === 0) {
        this.#owner[check] = variable;
        this.#needed[check] = multiply(this.#field, edgeValue[edge], this.#values[variable]);
        this.#opened(check);
      } else {
        this.#close(check);
        this.#count(this.#blocked, check, 1);
      }
    }
  }

  #leave(variable: number): void {
    const { edgeCheck, variableStart, variableEdge } = this.#graph;
    for (let i = variableStart[variable + 1] - 1; i >= variableStart[variable]; i--) {
      const check = edgeCheck[variableEdge[i]];
      if (--this.#state[check] === 0) this.#close(check);
      else {
        this.#count(this.#blocked, check, -1);
        this.#opened(check);
      }
    }
    this.#blocked[variable]--;
    this.#set.pop();
  }

  #opened(check: number): void {
    this.#place[check] = this.#open.length;
    this.#open.push(check);
    this.#count(this.#near, check, 1);
  }

  #close(check: number): void {
    const last = this.#open.pop()!;
    if (last !== check) {
      this.#open[this.#place[check]] = last;
      this.#place[last] = this.#place[check];
    }
    this.#count(this.#near, check, -1);
  }

  #count(counts: Uint16Array, check: number, by: number): void {
    const { checkStart, edgeVariable } = this.#graph;
    for (let edge = checkStart[check]; edge < checkStart[check + 1]; edge++) counts[edgeVariable[edge]] += by;
  }
}
