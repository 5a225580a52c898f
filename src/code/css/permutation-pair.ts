import { InputError } from "../../errors.ts";
import { type GaloisField, galoisField } from "../../galois/field.ts";
import { greatestCommonDivisor, inverseModulo } from "../../greatest-common-divisor.ts";
import { randomSource } from "../construct/random.ts";
import { type Entry, parityCheckMatrix } from "../parity-check-matrix.ts";
import { graphSolutions, wholeRing } from "./graph-system.ts";
import type { MatrixPair } from "./pair.ts";

/** Constructions of pairs of codes over GF(q). */
export const PAIR_FAMILIES = ["circulant-pair", "affine-pair"] as const;

/** A pair of codes of column weight 2, of permutation matrices of one size. */
export interface PermutationPairRecipe {
  readonly family: (typeof PAIR_FAMILIES)[number];
  readonly q: number;
  readonly polynomial: number;
  /** Row weight, even: columns of permutation matrices. */
  readonly columns: number;
  /** P: rows of a permutation matrix. */
  readonly size: number;
  /** Least girth of both Tanner graphs. */
  readonly girth: number;
  readonly seed: number;
  /** Permutations to try. */
  readonly attempts: number;
}

/** x → a·x + b modulo P. */
type Affine = readonly [a: number, b: number];

/** Symbols of a pair. */
const SYMBOLS_MAXIMUM = 2 ** 20;

/**
 * H_X and H_Z of two rows of L permutation matrices each. With ℓ = L/2 and permutations F_i, G_i, i modulo ℓ, block (j, l) of H_X is F_(l−j)
 * in the first half and G_(l−j) in the second one, block (k, l) of H_Z is the inverse of G_(k−l), and of F_(k−l). Where F_i and G_i' commute,
 * two rows have an even number of columns in common (Hagiwara and Imai 2007, Quantum quasi-cyclic LDPC codes, ISIT). Circulants are
 * translations; their girth is 12 at most, as all of them commute. Affine permutations pass that where the F do not commute with each
 * other, nor the G: modulo each part p^e of P either the F or the G are affine with a = 1 mod p^s and the others translations by multiples of
 * p^(e−s), which commute with them, or all are translations.
 *
 * The logarithms of the labels satisfy x_ij + z_kj = x_ij' + z_kj' for each row i of H_X and k of H_Z with the columns j, j' in common (Kasai,
 * Hagiwara, Imai, Sakaniwa 2012, section III). With t_ik for that sum the columns have t_ik − t_ik' − t_i'k + t_i'k' = 0, and every t stands in two of these
 * equations (`graphSolutions`). One solution of all is drawn.
 * @throws InputError for sizes that cannot be, or if no set of permutations has the girth.
 */
export function permutationPair(recipe: PermutationPairRecipe): MatrixPair {
  const { family, q, polynomial, columns, size, girth, seed, attempts } = recipe;
  const field = galoisField(q, polynomial);
  if (!(columns % 2 === 0 && columns >= 4)) {
    throw new InputError(`row weight ${columns}: give an even number from 4, half of it permutations of either kind`);
  }
  if (columns * size > SYMBOLS_MAXIMUM) {
    throw new InputError(`${columns} · ${size} symbols: at most ${SYMBOLS_MAXIMUM} are constructed`);
  }
  if (family === "circulant-pair" && girth > 12) {
    throw new InputError(`girth ${girth}: circulants of column weight 2 have 12 at most; choose --family affine-pair`);
  }
  const { below } = randomSource(seed);
  const cyclesOf = (maps: Maps) =>
    shortCycles(blocksOf(maps, "x", size), girth, size) + shortCycles(blocksOf(maps, "z", size), girth, size);
  // One map is drawn anew at a time, and stays if short cycles do not become more; after a while all begin anew.
  let [parts, maps, cycles]: [readonly Part[], Maps, number] = [[], [[], []], 0];
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt % (RESTART * columns) === 0) {
      parts = drawnParts(size, family === "affine-pair", below);
      const [f, g] = [0, 1].map((own) => Array.from({ length: columns / 2 }, () => drawnMap(parts, own, size, below)));
      [maps, cycles] = [[f, g], cyclesOf([f, g])];
    } else {
      const [own, i] = [below(2), below(columns / 2)];
      const changed = maps.map((list) => [...list]) as unknown as [Affine[], Affine[]];
      changed[own][i] = drawnMap(parts, own, size, below);
      const after = cyclesOf(changed);
      if (after <= cycles) [maps, cycles] = [changed, after];
    }
    if (cycles > 0) continue;
    const [x, z] = (["x", "z"] as const).map((side) => rowsOf(blocksOf(maps, side, size), size));
    const common = commonColumns(x, z, columns * size);
    if (common !== undefined) return labelled(field, x, z, common, below);
  }
  throw new InputError(
    `no ${family} of row weight ${columns} and size ${size} with girth ${girth} in ${attempts} attempts: choose a larger size${girth > 12 ? " with more divisors" : ""}, a smaller girth or more attempts`,
  );
}

/** The maps F_0 … and G_0 …. */
type Maps = readonly [f: readonly Affine[], g: readonly Affine[]];

/** Attempts, for each column, after which all maps are drawn anew. */
const RESTART = 50;

/** A part p^e of the size. */
interface Part {
  readonly part: number;
  readonly prime: number;
  /** 1 modulo this part, 0 modulo all others. */
  readonly one: number;
  /** The kind whose maps are affine here, 0 or 1; 2: all are translations. */
  readonly kind: number;
  /** Affine maps have a = 1 modulo it, and commute with translations by multiples of part/step. */
  readonly step: number;
}

function drawnParts(size: number, isAffine: boolean, below: (bound: number) => number): Part[] {
  return primePowers(size).map(([part, prime]) => {
    const kind = isAffine ? below(3) : 2;
    let step = 1;
    while (kind < 2 && step * prime < part && below(2) === 1) step *= prime;
    return { part, prime, one: (size / part) * inverseModulo(size / part, part), kind, step };
  });
}

function drawnMap(parts: readonly Part[], own: number, size: number, below: (bound: number) => number): Affine {
  let [a, b] = [1, 0];
  for (const { part, prime, one, kind, step } of parts) {
    let factor = own === kind ? step * below(part / step) : 0;
    // a = 1 + factor is to be a unit.
    while ((1 + factor) % prime === 0) factor = step * below(part / step);
    const shift = kind === 2 || own === kind ? below(part) : (part / step) * below(step);
    [a, b] = [(a + factor * one) % size, (b + shift * one) % size];
  }
  return [a, b];
}

function primePowers(size: number): (readonly [part: number, prime: number])[] {
  const parts: (readonly [number, number])[] = [];
  let left = size;
  for (let prime = 2; left > 1; prime++) {
    let part = 1;
    for (; left % prime === 0; left /= prime) part *= prime;
    if (part > 1) parts.push([part, prime]);
  }
  return parts;
}

const after = ([c, d]: Affine, [a, b]: Affine, size: number): Affine => [(c * a) % size, (c * b + d) % size];

function inverseOf([a, b]: Affine, size: number): Affine {
  const inverse = inverseModulo(a, size);
  return [inverse, (size - ((inverse * b) % size)) % size];
}

/** The maps of both block rows: row x of a block has its one in column a·x + b. */
type Blocks = readonly [readonly Affine[], readonly Affine[]];

function blocksOf(halves: Maps, side: "x" | "z", size: number): Blocks {
  const count = halves[0].length;
  const at = (maps: readonly Affine[], i: number) => maps[(i + count) % count];
  const row = (j: number): readonly Affine[] =>
    [0, 1].flatMap((half) =>
      Array.from({ length: count }, (_, l) =>
        side === "x" ? at(halves[half], l - j) : inverseOf(at(halves[1 - half], j - l), size),
      ),
    );
  return [row(0), row(1)];
}

/**
 * Closed walks that are shorter than the girth. A cycle of 2k edges visits k columns, k even, and goes from block row 0 to 1 in every other one and
 * back in the others; it closes where the product of all maps has a fixed point: (a − 1)·x = −b modulo P.
 */
function shortCycles([top, bottom]: Blocks, girth: number, size: number): number {
  const down = top.map((map, l) => after(inverseOf(bottom[l], size), map, size));
  const up = down.map((map) => inverseOf(map, size));
  let count = 0;
  const follow = (a: number, b: number, first: number, last: number, left: number): void => {
    const maps = left % 2 === 0 ? down : up;
    for (let l = 0; l < maps.length; l++) {
      if (l === last || (left === 1 && l === first)) continue;
      const [c, d] = maps[l];
      const [e, f] = [(c * a) % size, (c * b + d) % size];
      if (left > 1) follow(e, f, last < 0 ? l : first, l, left - 1);
      else if (f % greatestCommonDivisor((e - 1 + size) % size || size, size) === 0) count++;
    }
  };
  for (let length = 2; 2 * length < girth; length += 2) follow(1 % size, 0, -1, -1, length);
  return count;
}

function rowsOf(blocks: Blocks, size: number): number[][] {
  return blocks.flatMap((maps) =>
    Array.from({ length: size }, (_, x) => maps.map(([a, b], l) => l * size + ((a * x + b) % size))),
  );
}

/** The two columns that rows of both sides have in common; undefined if two rows have more. */
interface Common {
  /** [pair of rows][2] columns. */
  readonly columns: Uint32Array;
  /** Of each column its rows of H_X and of H_Z, two each, and the pairs of the first with both, then of the second. */
  readonly rows: { readonly x: readonly number[]; readonly z: readonly number[]; readonly pairs: readonly number[] }[];
}

function commonColumns(x: readonly number[][], z: readonly number[][], columns: number): Common | undefined {
  const byColumn = (rows: readonly number[][]) => {
    const lists: number[][] = Array.from({ length: columns }, () => []);
    for (const [row, own] of rows.entries()) for (const column of own) lists[column].push(row);
    return lists;
  };
  const [ofX, ofZ] = [byColumn(x), byColumn(z)];
  const numbers = new Map<number, number>();
  const places: number[] = [];
  const filled: number[] = [];
  const rows = ofX.map((own, column) => {
    const pairs = own.flatMap((i) =>
      ofZ[column].map((k) => {
        const key = i * z.length + k;
        const number = numbers.get(key) ?? numbers.size;
        numbers.set(key, number);
        filled[number] ??= 0;
        places[2 * number + filled[number]++] = column;
        return number;
      }),
    );
    return { x: own, z: ofZ[column], pairs };
  });
  return filled.every((count) => count === 2) ? { columns: Uint32Array.from(places), rows } : undefined;
}

function labelled(
  field: GaloisField,
  x: readonly number[][],
  z: readonly number[][],
  { columns, rows }: Common,
  below: (bound: number) => number,
): MatrixPair {
  const order = field.q - 1;
  const ring = wholeRing(order);
  const signs = new Uint32Array(columns.length);
  for (const [column, { pairs }] of rows.entries()) {
    for (const [i, pair] of pairs.entries()) {
      signs[2 * pair + (columns[2 * pair] === column ? 0 : 1)] = i === 0 || i === 3 ? 1 % order : order - 1;
    }
  }
  const sums =
    order === 1 ? new Uint32Array(columns.length / 2) : graphSolutions(rows.length, columns, signs, ring).draw(below);
  const label = { x: x.map((): Entry[] => []), z: z.map((): Entry[] => []) };
  for (const [column, own] of rows.entries()) {
    const [both, second, third] = own.pairs.map((pair) => sums[pair]);
    const first = below(order);
    // t of the first rows, of the first of X and the second of Z, of the second of X and the first of Z.
    const [x0, x1] = [ring.minus(both, first), ring.minus(third, first)];
    for (const [side, i, logarithm] of [
      ["x", 0, x0],
      ["x", 1, x1],
      ["z", 0, first],
      ["z", 1, ring.minus(second, x0)],
    ] as const) {
      label[side][own[side][i]].push([column, field.exp[logarithm]]);
    }
  }
  return {
    x: parityCheckMatrix(field, rows.length, label.x),
    z: parityCheckMatrix(field, rows.length, label.z),
  };
}
