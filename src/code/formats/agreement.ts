import { InputError } from "../../errors.ts";
import type { Degrees, RawList } from "./sections.ts";

/** @throws InputError unless the column lists and the row lists hold the same entries. */
export function requireAgreement(columns: readonly RawList[], rows: readonly RawList[], file: string): void {
  const fromColumns = rows.map(() => new Map<number, number>());
  columns.forEach(({ indices, values }, n) => {
    indices.forEach((m, j) => {
      fromColumns[m].set(n, values[j]);
    });
  });
  rows.forEach(({ line, indices, values }, m) => {
    indices.forEach((n, j) => {
      const other = fromColumns[m].get(n);
      const entry = `row ${m + 1}, column ${n + 1}`;
      if (other === undefined) {
        throw new InputError(`${entry}: in the list of the row, but not in that of the column`, { file, line });
      }
      if (other !== values[j]) {
        const both = `${values[j]} in the list of the row, ${other} in that of the column`;
        throw new InputError(`${entry}: the value is ${both}`, { file, line });
      }
      fromColumns[m].delete(n);
    });
    for (const n of fromColumns[m].keys()) {
      const message = `row ${m + 1}, column ${n + 1}: in the list of the column, but not in that of the row`;
      throw new InputError(message, { file, line: columns[n].line });
    }
  });
}

/** @throws InputError unless the number of a column's entries in the rows equals its degree. */
export function requireColumnDegrees({ degrees, line }: Degrees, rows: readonly RawList[], file: string): void {
  const counts = new Uint32Array(degrees.length);
  for (const { indices } of rows) for (const n of indices) counts[n]++;
  const wrong = degrees.findIndex((degree, n) => degree !== counts[n]);
  if (wrong < 0) return;
  const claim = `column ${wrong + 1} has degree ${degrees[wrong]} by the column degrees`;
  throw new InputError(`${claim}, but the row lists name it ${counts[wrong]} times`, { file, line });
}
