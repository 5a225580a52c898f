import { InputError } from "../../errors.ts";
import type { GaloisField } from "../../galois/field.ts";
import type { WalkStart, WordGenerator } from "./word-generator.ts";

/** The symbols of the rows of a generator matrix. */
interface Rows {
  readonly symbolOf: (row: number, column: number) => number;
  /** Column of the first symbol without weight, and number of these columns. */
  readonly labelled: number;
  readonly labels: number;
}

/**
 * Makes a matrix systematic on its first independent columns, in the form of wgsl/low-weight/walk.
 * @param rows its rows after `systematic`.
 * @throws InputError if two words differ in symbols without weight alone.
 */
export function walkStart(
  generator: Pick<WordGenerator, "k" | "n" | "systematic">,
  field: GaloisField,
  { symbolOf, labelled, labels }: Rows,
): WalkStart {
  const { k, n } = generator;
  const pivots = generator.systematic(Uint32Array.from({ length: n }, (_, column) => column));
  if (pivots.length < k) throw new InputError(ZERO_DISTANCE);
  const isPivot = new Set(pivots);
  const slots = Array.from({ length: n }, (_, column) => column).filter((column) => !isPivot.has(column));
  const weighed = Math.ceil(slots.length / 32);
  const unsent = Array.from({ length: labels }, (_, i) => labelled + i);
  const words = new Uint32Array((weighed + Math.ceil(labels / 32)) * field.p * k);
  const put = (column: number, bit: number): void => {
    for (let row = 0; row < k; row++) {
      const symbol = symbolOf(row, column);
      for (let plane = 0; plane < field.p; plane++) {
        words[((bit >>> 5) * field.p + plane) * k + row] |= ((symbol >>> plane) & 1) << (bit & 31);
      }
    }
  };
  for (const [slot, column] of slots.entries()) put(column, slot);
  for (const [i, column] of unsent.entries()) put(column, 32 * weighed + i);
  return { field, k, words, columns: Uint32Array.of(...pivots, ...slots), labels: Math.ceil(labels / 32) };
}

/** Why a code has no information set among its sent symbols. */
export const ZERO_DISTANCE = "two words of the code differ in punctured symbols alone: its distance is 0";
