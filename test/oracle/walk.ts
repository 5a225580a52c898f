import { DEFAULT_GENERATOR } from "../../src/channel/random/generators.ts";
import { type GaloisField, inverse, multiply } from "../../src/galois/field.ts";
import { randomExact } from "./random-words.ts";

/** A systematic generator matrix as whole rows. */
export interface WalkMatrix {
  readonly field: GaloisField;
  /** [row][column]: sent columns first, then columns without weight. */
  readonly rows: readonly (readonly number[])[];
  /** Number of sent columns. */
  readonly sent: number;
  /** The pivot column of each row. */
  readonly pivots: readonly number[];
  /** The other sent columns. */
  readonly slots: readonly number[];
}

/** A walk over information sets by its definition (wgsl/low-weight/walk). @returns the words listed, as `wordText`. */
export function walkWords(
  matrix: WalkMatrix,
  walk: number,
  {
    seed,
    steps,
    mixing,
    limit,
    labelled,
  }: Readonly<Record<"seed" | "steps" | "mixing" | "limit", number>> & { labelled: boolean },
): Set<string> {
  const { field } = matrix;
  const rows = matrix.rows.map((row) => [...row]);
  const [pivots, slots] = [[...matrix.pivots], [...matrix.slots]];
  const found = new Set<string>();
  for (let step = 0; step < steps; step++) {
    const [x, y] = randomExact(DEFAULT_GENERATOR, [walk, 0, step, 0], [seed, 0]);
    const r = x % rows.length;
    const start = y % slots.length;
    const at = slots.map((_, i) => (start + i) % slots.length).find((slot) => rows[r][slots[slot]] !== 0);
    if (at === undefined) continue;
    const column = slots[at];
    [pivots[r], slots[at]] = [column, pivots[r]];
    const factor = inverse(field, rows[r][column]);
    rows[r] = rows[r].map((symbol) => multiply(field, factor, symbol));
    rows.forEach((row, i) => {
      const multiple = row[column];
      if (i === r || multiple === 0) return;
      for (let c = 0; c < row.length; c++) row[c] ^= multiply(field, multiple, rows[r][c]);
      const weight = row.slice(0, matrix.sent).filter((symbol) => symbol !== 0).length;
      const isLabelled = row.slice(matrix.sent).some((symbol) => symbol !== 0);
      if (step >= mixing && weight <= limit && (isLabelled || !labelled)) found.add(wordText(field, row));
    });
  }
  return found;
}

/** The nonzero symbols of a word, the first of them 1, with their columns. */
export function wordText(field: GaloisField, word: ArrayLike<number>): string {
  const symbols = Array.from(word);
  const first = symbols.find((symbol) => symbol !== 0);
  if (first === undefined) return "";
  const scale = inverse(field, first);
  return symbols.map((symbol, c) => (symbol === 0 ? "" : `${c}:${multiply(field, scale, symbol)} `)).join("");
}
