import { InputError } from "../../errors.ts";
import { sum } from "../../sum.ts";
import { type BaseEntry, baseMatrix, expand } from "../base-matrix.ts";
import type { CycleCount } from "../girth.ts";
import { partOf, type Steps } from "../steps.ts";
import { compareCycles, firstCycles, GrowingGraph } from "./peg.ts";
import { type RandomSource, randomSource } from "./random.ts";

/** Numbers of parallel edges, [check][variable] (J. Thorpe, "Low-density parity-check (LDPC) codes constructed from protographs", 2003). */
export type Protograph = readonly (readonly number[])[];

/** Most nodes on a side of a protograph, and most parallel edges. */
const NODES_MAXIMUM = 4096;
const PARALLEL_MAXIMUM = 64;

/** Ends of a spatially coupled code: `terminated` by checks of lower degree, or joined into a ring. */
export const COUPLING_ENDS = ["terminated", "tail-biting"] as const;

/** A chain of copies of a protograph. */
export interface Coupling {
  /** Number of copies. */
  readonly length: number;
  /** Copies after a variable's own that its edges reach. */
  readonly memory: number;
  readonly ends: (typeof COUPLING_ENDS)[number];
}

/** What a lifting avoids first, among graphs of the same girth: many shortest cycles, or those of little ACE. */
export const OBJECTIVES = ["cycles", "ace"] as const;
export type Objective = (typeof OBJECTIVES)[number];

/** @throws InputError unless the protograph has whole numbers, equal rows, and an edge in each row and column. */
export function requireProtograph(protograph: Protograph): void {
  const columns = protograph[0]?.length ?? 0;
  if (columns === 0 || columns > NODES_MAXIMUM || protograph.length > NODES_MAXIMUM) {
    throw new InputError(`a protograph has 1 to ${NODES_MAXIMUM} checks and variables`);
  }
  protograph.forEach((row, check) => {
    if (row.length !== columns) {
      throw new InputError(`check ${check} of the protograph has ${row.length} variables, the first ${columns}`);
    }
    const wrong = row.find((edges) => !Number.isInteger(edges) || edges < 0 || edges > PARALLEL_MAXIMUM);
    if (wrong !== undefined) throw new InputError(`${wrong} edges of the protograph: give 0 to ${PARALLEL_MAXIMUM}`);
    if (sum(row) === 0) throw new InputError(`check ${check} of the protograph has no edge`);
  });
  const unused = protograph[0].findIndex((_, variable) => protograph.every((row) => row[variable] === 0));
  if (unused >= 0) throw new InputError(`variable ${unused} of the protograph has no edge`);
}

/**
 * The protograph of a spatially coupled code (S. Kudekar, T. Richardson and R. Urbanke 2011; D. Mitchell, M. Lentmaier and D. Costello 2015): the
 * edges of a variable in copy t go in turn to the checks of the copies t, t + 1, …, t + memory. `[[3, 3]]` with memory 2 makes the (3,6) code
 * whose components are all [1 1].
 * @throws InputError for a length below 2, a memory below 1, or a ring of fewer copies than memory + 1.
 */
export function coupledProtograph(protograph: Protograph, { length, memory, ends }: Coupling): Protograph {
  requireProtograph(protograph);
  if (!(Number.isInteger(length) && length >= 2 && Number.isInteger(memory) && memory >= 1)) {
    throw new InputError(`${length} copies with memory ${memory}: give 2 copies or more, and a memory of 1 or more`);
  }
  if (ends === "tail-biting" && length <= memory) {
    throw new InputError(`a ring of ${length} copies is too short for memory ${memory}: give ${memory + 1} or more`);
  }
  const [rows, columns] = [protograph.length, protograph[0].length];
  const copies = ends === "terminated" ? length + memory : length;
  const coupled = Array.from({ length: rows * copies }, () => new Array<number>(columns * length).fill(0));
  for (let copy = 0; copy < length; copy++) {
    for (let variable = 0; variable < columns; variable++) {
      let edge = 0;
      for (let check = 0; check < rows; check++) {
        for (let i = 0; i < protograph[check][variable]; i++, edge++) {
          const to = (copy + (edge % (memory + 1))) % copies;
          coupled[to * rows + check][copy * columns + variable]++;
        }
      }
    }
  }
  return coupled.filter((row) => sum(row) > 0);
}

/**
 * Shifts that lift a protograph to circulants, edge by edge as in progressive edge growth (Z. Li and B. Kumar, "A class of good quasi-cyclic
 * low-density parity check codes based on progressive edge growth graph", 2004): an edge takes the shift whose shortest cycle is longest,
 * then by the objective. A shift is tried with its whole circulant, because a cycle may use several of its edges. Several liftings are
 * made, and the best is kept: by girth, then by the objective.
 * @returns the circulants, sorted.
 * @throws InputError if parallel edges need more shifts than there are.
 */
export function* liftingSteps(
  protograph: Protograph,
  liftingSize: number,
  { seed, attempts, objective }: { readonly seed: number; readonly attempts: number; readonly objective: Objective },
): Steps<BaseEntry[]> {
  requireProtograph(protograph);
  const parallel = protograph.reduce((most, row) => Math.max(most, ...row), 0);
  if (!(Number.isInteger(liftingSize) && liftingSize >= parallel)) {
    throw new InputError(`lifting size ${liftingSize} is too small for ${parallel} parallel edges`);
  }
  const random = randomSource(seed);
  let best: { entries: BaseEntry[]; cycles: readonly CycleCount[] } | undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const entries = yield* partOf(liftOnce(protograph, liftingSize, objective, random), attempt, attempts);
    const matrix = expand(baseMatrix(protograph.length, protograph[0].length, liftingSize, entries));
    const cycles = yield* partOf(firstCycles(matrix, liftingSize, 2), attempt, attempts);
    if (best === undefined || better(cycles, best.cycles, objective) < 0) best = { entries, cycles };
  }
  return best!.entries.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
}

function better(a: readonly CycleCount[], b: readonly CycleCount[], objective: Objective): number {
  if (objective === "cycles" || a[0]?.length !== b[0]?.length) return compareCycles(a, b);
  const differing = a.findIndex(({ ace }, i) => ace !== b[i]?.ace);
  return differing < 0 ? compareCycles(a, b) : (b[differing]?.ace ?? Number.POSITIVE_INFINITY) - a[differing].ace;
}

/** Shifts that are tried with their whole circulant, of each edge. */
const TRIES = 6;

function* liftOnce(protograph: Protograph, z: number, objective: Objective, random: RandomSource): Steps<BaseEntry[]> {
  const columns = protograph[0].length;
  const degrees = protograph[0].map((_, variable) => sum(protograph.map((row) => row[variable])));
  const room = Uint32Array.from({ length: protograph.length * z }, (_, m) => sum(protograph[Math.floor(m / z)]));
  const lifted = Uint32Array.from({ length: columns * z }, (_, n) => degrees[Math.floor(n / z)]);
  const graph = new GrowingGraph(columns * z, Math.max(...degrees), room);
  const order = [...degrees.keys()].sort((a, b) => degrees[a] - degrees[b] || a - b);
  const entries: BaseEntry[] = [];
  const edges = sum(degrees);
  for (const column of order) {
    const rows = protograph.flatMap((row, check) => new Array<number>(row[column]).fill(check));
    for (const row of random.shuffle(rows)) {
      const connect = (at: number) => {
        for (let t = 0; t < z; t++) graph.connect(column * z + t, row * z + ((at + t) % z));
      };
      const disconnect = (at: number) => {
        for (let t = z - 1; t >= 0; t--) graph.disconnect(column * z + t, row * z + ((at + t) % z));
      };
      /** Below 0 if the first place is better. @param x, y distance, ACE and number of shortest paths. */
      const compare = (x: readonly number[], y: readonly number[]) => {
        const [distance, ace, count] = [0, 1, 2].map((i) => (x[i] === y[i] ? 0 : y[i] - x[i]));
        return distance || (objective === "ace" ? ace || -count : -count || ace);
      };
      const before = graph.paths(column * z, lifted);
      const merit = ({ distance, cost, count }: typeof before, m: number) => [distance[m], cost[m], count[m]];
      const places = random.shuffle(Array.from({ length: z }, (_, at) => at));
      // The variable's own checks, at distance 1, are taken.
      const able = places.filter((at) => before.distance[row * z + at] > 1);
      able.sort((x, y) => compare(merit(before, row * z + x), merit(before, row * z + y)));
      let chosen = { at: able[0], merit: [0, 0, 0] };
      for (const at of able.slice(0, TRIES)) {
        connect(at);
        const now = merit(graph.paths(column * z, lifted, true), row * z + at);
        disconnect(at);
        if (compare(now, chosen.merit) < 0) chosen = { at, merit: now };
      }
      connect(chosen.at);
      // Row i of a block has its one in column (i + shift) mod Z.
      entries.push([row, column, (z - chosen.at) % z]);
    }
    yield entries.length / edges;
  }
  return entries;
}
