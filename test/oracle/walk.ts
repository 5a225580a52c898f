import { DEFAULT_GENERATOR } from "../../src/channel/random.ts";
import { type GaloisField, inverse, multiply } from "../../src/galois/field.ts";
import { randomExact } from "./random-words.ts";

/** A systematic generator matrix as whole rows. */
export interface WalkMatrix {
  readonly field: GaloisField;
  /** [row][column]: sent columns first, then columns without weight. */
  readonly rows: readonly (readonly number[])[];
  readonly sent: number;
  /** The pivot column of each row. */
  readonly pivots: readonly number[];
  /** The other sent columns. */
  readonly slots: readonly number[];
}

/** A walk over information sets by its definition (wgsl/low-weight/walk, and wgsl/low-weight/sums over GF(2)). @returns the words listed, as `wordText`. */
export function walkWords(
  matrix: WalkMatrix,
  walk: number,
  {
    seed,
    steps,
    mixing,
    limit,
    labelled,
    sums,
    sumSteps,
    window,
  }: Readonly<Record<"seed" | "steps" | "mixing" | "limit" | "sums" | "sumSteps" | "window", number>> & {
    labelled: boolean;
  },
): Set<string> {
  const { field } = matrix;
  const rows = matrix.rows.map((row) => [...row]);
  const [pivots, slots] = [[...matrix.pivots], [...matrix.slots]];
  const found = new Set<string>();
  const list = (word: readonly number[]): void => {
    const weight = word.slice(0, matrix.sent).filter((symbol) => symbol !== 0).length;
    const isLabelled = word.slice(matrix.sent).some((symbol) => symbol !== 0);
    if (weight <= limit && (isLabelled || !labelled)) found.add(wordText(field, word));
  };
  for (let step = 0; step < steps; step++) {
    const [x, y] = randomExact(DEFAULT_GENERATOR, [walk, 0, step, 0], [seed, 0]);
    const r = x % rows.length;
    const start = y % slots.length;
    const at = slots.map((_, i) => (start + i) % slots.length).find((slot) => rows[r][slots[slot]] !== 0);
    if (at !== undefined) {
      const column = slots[at];
      [pivots[r], slots[at]] = [column, pivots[r]];
      const factor = inverse(field, rows[r][column]);
      rows[r] = rows[r].map((symbol) => multiply(field, factor, symbol));
      rows.forEach((row, i) => {
        const multiple = row[column];
        if (i === r || multiple === 0) return;
        for (let c = 0; c < row.length; c++) row[c] ^= multiply(field, multiple, rows[r][c]);
        if (step >= mixing) list(row);
      });
    }
    if (sums < 2 || step < mixing || step % sumSteps !== 0) continue;
    const first = start % (slots.length - window + 1);
    const begin = first - (first % 32) + Math.min(first % 32, 32 - window);
    const cancels = slots.slice(begin, begin + window);
    const keys = rows.map((row) => cancels.reduce((key, column) => 2 * key + row[column], 0));
    for (let i = 0; i < rows.length; i++)
      for (let j = 0; j < i; j++) {
        if (keys[i] === keys[j]) list(sumOf([rows[i], rows[j]]));
        for (let m = 0; sums > 2 && m < j; m++) {
          if ((keys[i] ^ keys[j]) === keys[m]) list(sumOf([rows[i], rows[j], rows[m]]));
        }
      }
  }
  return found;
}

/** The sum of rows over GF(2). */
function sumOf(rows: readonly (readonly number[])[]): number[] {
  return rows[0].map((_, column) => rows.reduce((sum, row) => sum ^ row[column], 0));
}

/** The nonzero symbols of a word, the first of them 1, with their columns. */
export function wordText(field: GaloisField, word: ArrayLike<number>): string {
  const symbols = Array.from(word);
  const first = symbols.find((symbol) => symbol !== 0);
  if (first === undefined) return "";
  const scale = inverse(field, first);
  return symbols.map((symbol, c) => (symbol === 0 ? "" : `${c}:${multiply(field, scale, symbol)} `)).join("");
}
