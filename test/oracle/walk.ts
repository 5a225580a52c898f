import { DEFAULT_GENERATOR } from "../../src/channel/random/generators.ts";
import { randomExact } from "./random-words.ts";

/** A systematic generator matrix over GF(2) as whole rows. */
export interface WalkMatrix {
  /** [row][column]: sent columns first, then columns without weight. */
  readonly rows: readonly (readonly number[])[];
  /** Number of sent columns. */
  readonly sent: number;
  /** The pivot column of each row. */
  readonly pivots: readonly number[];
  /** The other sent columns. */
  readonly slots: readonly number[];
}

/** A walk over information sets by its definition (wgsl/low-weight/walk). @returns the words listed, as their columns joined. */
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
  const rows = matrix.rows.map((row) => [...row]);
  const [pivots, slots] = [[...matrix.pivots], [...matrix.slots]];
  const found = new Set<string>();
  for (let step = 0; step < steps; step++) {
    const [x, y] = randomExact(DEFAULT_GENERATOR, [walk, 0, step, 0], [seed, 0]);
    const r = x % rows.length;
    const start = y % slots.length;
    const at = slots.map((_, i) => (start + i) % slots.length).find((slot) => rows[r][slots[slot]] === 1);
    if (at === undefined) continue;
    const column = slots[at];
    [pivots[r], slots[at]] = [column, pivots[r]];
    rows.forEach((row, i) => {
      if (i === r || row[column] === 0) return;
      for (let c = 0; c < row.length; c++) row[c] ^= rows[r][c];
      const weight = row.slice(0, matrix.sent).filter((bit) => bit === 1).length;
      const isLabelled = row.slice(matrix.sent).some((bit) => bit === 1);
      if (step >= mixing && weight <= limit && (isLabelled || !labelled)) {
        found.add([...row.keys()].filter((c) => row[c] === 1).join());
      }
    });
  }
  return found;
}
