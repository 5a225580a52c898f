import { allEnded } from "../all-ended.ts";
import { baseEntries, baseMatrix, expand } from "../code/base-matrix.ts";
import type { Code } from "../code/code.ts";
import type { MetEnsemble } from "../code/construct/met.ts";
import { chooseShifts } from "../code/construct/met.ts";
import type { Protograph } from "../code/construct/protograph.ts";
import { type RandomSource, randomSource } from "../code/construct/random.ts";
import { sum } from "../sum.ts";

/** Where a search looks. A member is a list of numbers. */
export interface SearchSpace {
  /** A member drawn at random. */
  fresh(random: RandomSource): number[];
  /** An entry of a mutant. */
  moved(value: number, random: RandomSource): number;
  /** A member in the place of entries that may be none. */
  repaired(entries: readonly number[], random: RandomSource): number[];
}

export interface SearchOptions {
  readonly population: number;
  readonly generations: number;
  readonly seed: number;
  /** Members whose costs are asked for at a time. */
  readonly parallel: number;
}

/** The population after a generation. */
export interface Generation {
  readonly generation: number;
  readonly best: readonly number[];
  /** Cost of the best member; infinite while none has one. */
  readonly cost: number;
  /** Mean cost of the members with one. */
  readonly mean: number;
}

/** Weight of a difference of two members, share of the entries that a trial takes from its mutant, and pull of the best member. */
const [WEIGHT, CROSSOVER, PULL] = [0.6, 0.5, 0.5];
const UNIT = 2 ** 20;

/**
 * Searches for the member of least cost by differential evolution (R. Storn and K. Price, J. Global Optimization 11,
 * 1997; for degree distributions A. Shokrollahi and R. Storn, ISIT 2000): a member is replaced by a trial, which mixes it
 * with the sum of a member, a difference of two others and half the way to the best, if the trial costs no more. A search is a function of its
 * options and of the costs alone.
 * @param cost infinite for a member that is useless; called once for each trial, with the cost of the member that the trial would
 * replace: for a trial that costs more any larger number will do.
 * @returns after the first population, and after each generation.
 */
export async function* differentialEvolution(
  space: SearchSpace,
  { population, generations, seed, parallel }: SearchOptions,
  cost: (member: readonly number[], bound: number) => number | Promise<number>,
): AsyncGenerator<Generation> {
  const random = randomSource(seed);
  let members = Array.from({ length: population }, () => space.repaired(space.fresh(random), random));
  const costsOf = async (asked: readonly (readonly number[])[], bounds?: readonly number[]): Promise<number[]> => {
    const found: number[] = [];
    let next = 0;
    const worker = async () => {
      while (next < asked.length) {
        const i = next++;
        found[i] = await cost(asked[i], bounds?.[i] ?? Number.POSITIVE_INFINITY);
      }
    };
    await allEnded(Array.from({ length: parallel }, worker));
    return found;
  };
  let costs = await costsOf(members);
  const state = (generation: number): Generation => {
    const finite = costs.filter(Number.isFinite);
    const least = costs.indexOf(Math.min(...costs));
    return { generation, best: members[least], cost: costs[least], mean: sum(finite) / finite.length };
  };
  yield state(0);
  for (let generation = 1; generation <= generations; generation++) {
    const best = members[costs.indexOf(Math.min(...costs))];
    const trials = members.map((member, i) => {
      const others = random.shuffle([...members.keys()].filter((j) => j !== i)).slice(0, 3);
      const [a, b, c] = others.map((j) => members[j]);
      const kept = random.below(member.length);
      const trial = member.map((value, k) =>
        k !== kept && random.below(UNIT) >= CROSSOVER * UNIT
          ? value
          : space.moved(a[k] + WEIGHT * (b[k] - c[k]) + PULL * (best[k] - a[k]), random),
      );
      return space.repaired(trial, random);
    });
    const now = await costsOf(trials, costs);
    const [before, bounds] = [members, costs];
    members = before.map((member, i) => (now[i] <= bounds[i] ? trials[i] : member));
    costs = bounds.map((bound, i) => Math.min(bound, now[i]));
    yield state(generation);
  }
}

/** The protographs among which a search looks. */
interface ProtographSpace {
  readonly rows: number;
  readonly columns: number;
  /** Most edges between a check and a variable. */
  readonly most: number;
  /** First checks, which are a code by themselves. */
  readonly core: number;
}

/** Share of the entries of a known protograph that the members of a first population draw anew; the first member draws none. */
const REDRAWN = 0.05;

/**
 * Protographs, row by row, whose checks and variables have two edges at least.
 * @param start entries of a known protograph, near which the search begins.
 */
export function protographSpace(space: ProtographSpace, start?: readonly number[]): SearchSpace {
  const { rows, columns, most } = space;
  let isFirst = true;
  return {
    fresh: (random) => {
      // Sparse at first, as good protographs are.
      const drawn = () => (random.below(2) === 0 ? 0 : 1 + random.below(most));
      if (start === undefined) return Array.from({ length: rows * columns }, drawn);
      const share = isFirst ? 0 : REDRAWN;
      isFirst = false;
      return start.map((value) => (random.below(UNIT) < share * UNIT ? drawn() : value));
    },
    moved: (value, random) => Math.min(Math.max(Math.round(value + random.below(UNIT) / UNIT - 0.5), 0), most),
    repaired: (entries, random) => repaired(entries, space, random),
  };
}

/** With two edges at least at each check, and at each variable in the core, added at random. */
function repaired(
  entries: readonly number[],
  { rows, columns, most, core }: ProtographSpace,
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
  for (const n of range(columns)) fill(range(core).map((m) => m * columns + n));
  for (const m of range(rows)) fill(range(columns).map((n) => m * columns + n));
  return result;
}

export function matrixOf(entries: readonly number[], columns: number): Protograph {
  return Array.from({ length: entries.length / columns }, (_, m) => entries.slice(m * columns, (m + 1) * columns));
}

/** The degree distributions among which a search looks. */
interface DistributionSpace {
  /** Least and largest degree of variables, 2 or more. */
  readonly degrees: readonly [least: number, most: number];
  /** Different degrees of variables at most. */
  readonly kinds: number;
}

/** Lists of degrees, ascending, followed by the shares of the edges at variables of each, up to a factor. */
export function distributionSpace({ degrees: [least, most], kinds }: DistributionSpace): SearchSpace {
  return {
    fresh: (random) => [
      // The least degree, and others whose logarithms are spread evenly.
      ...Array.from({ length: kinds }, (_, i) =>
        i === 0 ? least : least * (most / least) ** (random.below(UNIT) / UNIT),
      ),
      ...Array.from({ length: kinds }, () => random.below(UNIT) / UNIT),
    ],
    moved: (value) => value,
    repaired: (entries) => {
      const pairs = Array.from({ length: kinds }, (_, i) => ({
        degree: Math.min(Math.max(entries[i], least), most),
        weight: Math.max(entries[kinds + i], 0),
      })).sort((a, b) => a.degree - b.degree);
      const total = sum(pairs.map(({ weight }) => weight));
      return [
        ...pairs.map(({ degree }) => degree),
        ...pairs.map(({ weight }) => (total === 0 ? 1 / kinds : weight / total)),
      ];
    },
  };
}

/** A degree of variables, with the share of variables that have it. */
export type DegreeShare = readonly [degree: number, share: number];

/** Decimals of shares: a text of them and the ensemble say the same. */
const SHARE_UNIT = 1e6;

/**
 * The shares of variables by degree of a member of `distributionSpace`, ascending, in millionths.
 * @param lightMost largest share of variables of degree 2, unless all have this degree.
 */
export function degreeShares(member: readonly number[], lightMost: number): DegreeShare[] {
  const kinds = member.length / 2;
  const weights = new Map<number, number>();
  for (let i = 0; i < kinds; i++) {
    const degree = Math.round(member[i]);
    weights.set(degree, (weights.get(degree) ?? 0) + member[kinds + i] / degree);
  }
  const total = sum([...weights.values()]);
  const light = (weights.get(2) ?? 0) / total;
  const [two, others] = light > lightMost && light < 1 ? [lightMost / light, (1 - lightMost) / (1 - light)] : [1, 1];
  const wanted = [...weights].map(
    ([degree, weight]): DegreeShare => [
      degree,
      Math.floor((weight / total) * (degree === 2 ? two : others) * SHARE_UNIT),
    ],
  );
  const rest = SHARE_UNIT - sum(wanted.map(([, share]) => share));
  const heaviest = wanted.reduce((a, b) => (b[0] !== 2 && (a[0] === 2 || b[1] > a[1]) ? b : a));
  return wanted
    .map((pair): DegreeShare => [pair[0], (pair[1] + (pair === heaviest ? rest : 0)) / SHARE_UNIT])
    .filter(([, share]) => share > 0)
    .sort(([a], [b]) => a - b);
}

/**
 * The ensemble of all codes of a rate whose variables have these degrees; the degrees of its checks differ by one at most, which costs
 * nearly nothing (S.-Y. Chung, T. Richardson and R. Urbanke, IEEE Trans. Inf. Theory 47(2), 2001, section V).
 */
export function degreeShareEnsemble(shares: readonly DegreeShare[], rate: number, name: string): MetEnsemble {
  const edges = sum(shares.map(([degree, share]) => degree * share));
  const checks = 1 - rate;
  const low = Math.floor(edges / checks + 1e-9);
  const high = Math.max(edges - checks * low, 0);
  const nodes = [
    { fraction: checks - high, degrees: [low] },
    { fraction: high, degrees: [low + 1] },
  ];
  return {
    name,
    description: `degree distribution of rate ${rate}`,
    source: "ldpc code design",
    variables: shares.map(([degree, fraction]) => ({ fraction, degrees: [degree] })),
    checks: nodes
      .map(({ fraction, degrees }) => ({ fraction: Number(fraction.toFixed(12)), degrees }))
      .filter(({ fraction }) => fraction > 0),
  };
}

/**
 * The code of the first checks and variables of a quasi-cyclic code, with its shifts: with extension checks, each with a variable of
 * degree 1, a code of a higher rate of the same family.
 */
export function nestedCode({ base, punctured, ...code }: Code, rows: number, columns: number): Code {
  const entries = baseEntries(base!).filter(([row, column]) => row < rows && column < columns);
  const nested = baseMatrix(rows, columns, base!.liftingSize, entries);
  return { ...code, matrix: expand(nested), base: nested, ...(punctured && { punctured }) };
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
