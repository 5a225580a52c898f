import { baseMatrix, expand } from "../code/base-matrix.ts";
import type { Code } from "../code/code.ts";
import { chooseShifts } from "../code/construct/met.ts";
import { type RandomSource, randomSource } from "../code/construct/random.ts";

/** Numbers of edges between the checks and variables of a protograph, [check][variable]. */
export type Protograph = readonly (readonly number[])[];

/** The protographs among which a search looks. */
export interface ProtographSpace {
  readonly rows: number;
  readonly columns: number;
  /** Most edges between a check and a variable. */
  readonly most: number;
}

export interface SearchOptions extends ProtographSpace {
  readonly population: number;
  readonly generations: number;
  readonly seed: number;
}

/** The population after a generation. */
export interface Generation {
  readonly generation: number;
  readonly best: Protograph;
  /** Cost of the best member; infinite while none has one. */
  readonly cost: number;
  /** Mean cost of the members with one. */
  readonly mean: number;
}

/** Weight of a difference of two members, and share of the entries that a trial takes from its mutant. */
const [WEIGHT, CROSSOVER] = [0.6, 0.5];
const UNIT = 2 ** 20;

/**
 * Searches for the protograph of least cost by differential evolution (R. Storn and K. Price, J. Global Optimization 11,
 * 1997; for degree distributions A. Shokrollahi and R. Storn, ISIT 2000): a member is replaced by a trial, which mixes it
 * with the sum of a member and a difference of two others, if the trial costs no more. Entries are rounded. A search is a
 * function of its options and of the costs alone.
 * @param cost infinite for a protograph that is useless; called once for each trial.
 * @returns after the first population, and after each generation.
 */
export async function* searchProtographs(
  options: SearchOptions,
  cost: (protograph: Protograph) => number | Promise<number>,
): AsyncGenerator<Generation> {
  const { rows, columns, most, population, generations, seed } = options;
  const random = randomSource(seed);
  const fresh = () =>
    repaired(
      // Sparse at first, as good protographs are.
      Array.from({ length: rows * columns }, () => (random.below(2) === 0 ? 0 : 1 + random.below(most))),
      options,
      random,
    );
  let members = Array.from({ length: population }, fresh);
  const costs: number[] = [];
  for (const member of members) costs.push(await cost(matrixOf(member, columns)));
  const state = (generation: number): Generation => {
    const finite = costs.filter(Number.isFinite);
    const least = costs.indexOf(Math.min(...costs));
    return {
      generation,
      best: matrixOf(members[least], columns),
      cost: costs[least],
      mean: finite.reduce((a, b) => a + b, 0) / finite.length,
    };
  };
  yield state(0);
  for (let generation = 1; generation <= generations; generation++) {
    const next = [...members];
    for (const [i, member] of members.entries()) {
      const others = random.shuffle([...members.keys()].filter((j) => j !== i)).slice(0, 3);
      const [a, b, c] = others.map((j) => members[j]);
      const kept = random.below(member.length);
      const trial = member.map((value, k) => {
        if (k !== kept && random.below(UNIT) >= CROSSOVER * UNIT) return value;
        const mutant = a[k] + WEIGHT * (b[k] - c[k]) + random.below(UNIT) / UNIT - 0.5;
        return Math.min(Math.max(Math.round(mutant), 0), most);
      });
      const fixed = repaired(trial, options, random);
      const now = await cost(matrixOf(fixed, columns));
      if (now <= costs[i]) [next[i], costs[i]] = [fixed, now];
    }
    members = next;
    yield state(generation);
  }
}

/** With two edges at least at each check and variable, added at random. */
function repaired(
  entries: readonly number[],
  { rows, columns, most }: ProtographSpace,
  random: RandomSource,
): number[] {
  const result = [...entries];
  const fill = (places: readonly number[]) => {
    while (places.reduce((total, k) => total + result[k], 0) < 2) {
      const k = places[random.below(places.length)];
      if (result[k] < most) result[k]++;
    }
  };
  const range = (length: number) => Array.from({ length }, (_, i) => i);
  for (const n of range(columns)) fill(range(rows).map((m) => m * columns + n));
  for (const m of range(rows)) fill(range(columns).map((n) => m * columns + n));
  return result;
}

function matrixOf(entries: readonly number[], columns: number): Protograph {
  return Array.from({ length: entries.length / columns }, (_, m) => entries.slice(m * columns, (m + 1) * columns));
}

/**
 * The quasi-cyclic code of a protograph with shifts that avoid short cycles (`chooseShifts`).
 * @param punctured number of first columns that are not sent.
 * @throws InputError for a lifting size below the number of edges of a block.
 */
export function liftProtograph(protograph: Protograph, liftingSize: number, punctured: number, seed: number): Code {
  const edges = protograph.flatMap((row, check) =>
    row.flatMap((count, variable) => Array.from({ length: count }, () => ({ check, variable }))),
  );
  const shifts = chooseShifts(edges, liftingSize, randomSource(seed));
  const columns = protograph[0].length;
  const entries = edges.map(({ check, variable }, e) => [check, variable, shifts[e]] as const);
  const base = baseMatrix(protograph.length, columns, liftingSize, entries);
  return {
    name: `protograph-${columns * liftingSize}`,
    description: `lift of a protograph of ${protograph.length} checks and ${columns} variables`,
    source: "",
    matrix: expand(base),
    base,
    ...(punctured > 0 && { punctured: Uint32Array.from({ length: punctured * liftingSize }, (_, n) => n) }),
  };
}
