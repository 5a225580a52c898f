import { binomial } from "../../binomial.ts";
import { InputError } from "../../errors.ts";
import { type GaloisField, multiply } from "../../galois/field.ts";
import { bitCount } from "../elimination/elimination.ts";
import type { Entry } from "../parity-check-matrix.ts";
import { lexicographic } from "../positions.ts";
import type { RowStructure } from "./peg.ts";
import { type RandomSource, randomSource } from "./random.ts";

/** How field elements are put on the edges: drawn uniformly, or check by check from the best rows. */
export type LabelMethod = "random" | "optimised";

export const LABEL_METHODS = ["random", "optimised"] as const satisfies readonly LabelMethod[];

/** Largest weight of the words that the criterion counts. */
const WEIGHT_MAXIMUM = 4;
/** Random starts of the search for good rows. */
const STARTS = 32;

/**
 * Puts nonzero field elements on the edges of a graph. `optimised` follows the row criterion of C. Poulliat,
 * M. Fossorier and D. Declercq, "Design of regular (2,dc)-LDPC codes over GF(q) using their binary images", IEEE Trans.
 * Commun. 56(10), 2008: each check alone is a code whose binary image should have the largest minimum distance and then
 * the fewest words of each low weight (`checkSpectrum`). Every check gets one of the best rows found, its elements in
 * random order. (Their second step, cancelling the words on short cycles, matters for variable degree 2 and is not done.)
 * @returns per row its entries, ready for `parityCheckMatrix`.
 */
export function labelEdges(field: GaloisField, rows: RowStructure, method: LabelMethod, seed: number): Entry[][] {
  const random = randomSource(seed);
  const bestRows = new Map<number, number[][]>();
  return rows.map((columns) => {
    if (method === "random") return columns.map((column): Entry => [column, 1 + random.below(field.q - 1)]);
    let choice = bestRows.get(columns.length);
    if (choice === undefined) {
      choice = bestCheckRows(field, columns.length, random);
      bestRows.set(columns.length, choice);
    }
    const labels = random.shuffle([...choice[random.below(choice.length)]]);
    return columns.map((column, i): Entry => [column, labels[i]]);
  });
}

/**
 * Words of weight 1 … 4 in the binary image of the single check Σ labels[i]·x_i = 0, symbols written as log2 q bits:
 * the criterion, smaller in lexicographic order is better. Counted from the q words of the dual code with MacWilliams'
 * identity.
 */
export function checkSpectrum(field: GaloisField, labels: readonly number[]): number[] {
  if (labels.some((label) => !Number.isInteger(label) || label < 1 || label >= field.q)) {
    throw new InputError(`check labels ${labels.join(",")} must be in 1 … ${field.q - 1}`);
  }
  const weights = new Uint8Array(field.q);
  sumWeights(weights, dualWeights(field), labels);
  return spectrum(weights, new Uint8Array(field.q), krawtchouk(labels.length * field.p));
}

/** The best rows of the given degree that coordinate descent from random starts finds, each beginning with 1. */
function bestCheckRows(field: GaloisField, degree: number, random: RandomSource): number[][] {
  const { q } = field;
  const weights = dualWeights(field);
  const polynomials = krawtchouk(degree * field.p);
  // Weight of each dual word over all labels but the one in turn.
  const rest = new Uint8Array(q);
  let best: number[][] = [];
  let bestSpectrum: number[] | null = null;
  for (let start = 0; start < STARTS; start++) {
    const labels = Array.from({ length: degree }, (_, i) => (i === 0 ? 1 : 1 + random.below(q - 1)));
    let current = checkSpectrum(field, labels);
    for (let improved = true; improved; ) {
      improved = false;
      for (let i = 1; i < degree; i++) {
        sumWeights(rest, weights, labels.toSpliced(i, 1));
        for (let label = 1; label < q; label++) {
          const candidate = spectrum(rest, weights.subarray(label * q, label * q + q), polynomials);
          if (lexicographic(candidate, current) >= 0) continue;
          labels[i] = label;
          current = candidate;
          improved = true;
        }
      }
    }
    const order = bestSpectrum === null ? -1 : lexicographic(current, bestSpectrum);
    if (order < 0) {
      best = [];
      bestSpectrum = current;
    }
    if (order <= 0) best.push(labels);
  }
  return best;
}

/** sums[y] ← weight of dual word y over the columns of the given labels. */
function sumWeights(sums: Uint8Array, weights: Uint8Array, labels: readonly number[]): void {
  sums.fill(0);
  for (const label of labels) {
    for (let y = 0; y < sums.length; y++) sums[y] += weights[label * sums.length + y];
  }
}

/** MacWilliams' identity for low weights; the weight of dual word y is a[y] + b[y]. */
function spectrum(a: Uint8Array, b: Uint8Array, polynomials: readonly Float64Array[]): number[] {
  const sums = new Float64Array(WEIGHT_MAXIMUM);
  for (let y = 0; y < a.length; y++) {
    const weight = a[y] + b[y];
    for (let w = 0; w < WEIGHT_MAXIMUM; w++) sums[w] += polynomials[w][weight];
  }
  return Array.from(sums, (sum) => sum / a.length);
}

const dualWeightTables = new WeakMap<GaloisField, Uint8Array>();

/** table[label·q + y]: how many of the columns label·α^a, a = 0 … p − 1, have odd overlap with the bits of y. */
function dualWeights(field: GaloisField): Uint8Array {
  let table = dualWeightTables.get(field);
  if (table === undefined) {
    const { p, q } = field;
    table = new Uint8Array(q * q);
    for (let label = 1; label < q; label++) {
      for (let y = 0; y < q; y++) {
        for (let a = 0; a < p; a++) table[label * q + y] += bitCount(multiply(field, label, 1 << a) & y) & 1;
      }
    }
    dualWeightTables.set(field, table);
  }
  return table;
}

/** Krawtchouk polynomials K_w(x) for w = 1 … 4 and x = 0 … n. */
function krawtchouk(n: number): Float64Array[] {
  return Array.from({ length: WEIGHT_MAXIMUM }, (_, i) => {
    const w = i + 1;
    return Float64Array.from({ length: n + 1 }, (_, x) => {
      let sum = 0;
      for (let j = 0; j <= w; j++) sum += (j % 2 === 0 ? 1 : -1) * binomial(x, j) * binomial(n - x, w - j);
      return sum;
    });
  });
}
