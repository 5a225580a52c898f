import { InputError } from "../../errors.ts";
import type { Code } from "../code.ts";
import { type Entry, rowEntries } from "../parity-check-matrix.ts";
import type { FileContent, MatrixFormat, ReadOptions } from "./format.ts";
import { fieldOf, matrixFromRows } from "./located-matrix.ts";

/**
 * The columns of the ones of each row, a row a line. The text says neither the base of its indices nor the number of columns, so the
 * format has two names, and the largest index is the last column. It is read only if it is named: it would fit most other files.
 */
export const rowLists = (base: 0 | 1): MatrixFormat => ({
  description: `columns of the ones of each row, a row a line, from ${base}`,
  extensions: [],
  holds: [],
  read: (text, options) => readRowLists(text, base, options),
  write: (code) => writeRowLists(code, base),
});

function readRowLists(text: string, base: 0 | 1, { file, values, polynomial }: ReadOptions): FileContent {
  if (values !== undefined || (polynomial !== undefined && polynomial !== 3)) {
    throw new InputError("row lists are over GF(2): leave --values and --polynomial out", { file, line: 1 });
  }
  const rows: Entry[][] = [];
  const lineOf: number[] = [];
  let columns = 0;
  for (const [i, raw] of text.split("\n").entries()) {
    const content = raw
      .replace(/#.*$/, "")
      .replace(/^\uFEFF/, "")
      .trim();
    if (content === "") continue;
    const place = { file, line: i + 1 };
    rows.push(
      content.split(/\s*[,;\s]\s*/).map((word): Entry => {
        const index = /^\d{1,10}$/.test(word) ? Number(word) - base : -1;
        if (index < 0) throw new InputError(`"${word.slice(0, 20)}" is no column index from ${base} on`, place);
        columns = Math.max(columns, index + 1);
        return [index, 1];
      }),
    );
    lineOf.push(i + 1);
  }
  const header = { file, line: lineOf[0] ?? 1 };
  if (rows.length === 0) throw new InputError("holds no row", header);
  const place = (m: number) => ({ file, line: lineOf[m] });
  return {
    ...matrixFromRows({ field: fieldOf(2, 3, () => header), columns, rows, header: () => header, row: place }),
  };
}

function writeRowLists({ matrix }: Code, base: 0 | 1): string {
  const { field, rows, columns, variable } = matrix;
  if (field.q !== 2) throw new InputError(`row lists are over GF(2), not GF(${field.q}): write .json or .mtx`);
  if (!variable.includes(columns - 1)) {
    throw new InputError(
      `row lists cannot show that symbol ${columns - 1}, which no check contains, is there: write .json or .mtx`,
    );
  }
  const lines = Array.from({ length: rows }, (_, m) => {
    const indices = rowEntries(matrix, m).map(([n]) => n + base);
    if (indices.length === 0)
      throw new InputError(`row lists cannot hold row ${m}, which is empty: write .json or .mtx`);
    return indices.join(" ");
  });
  return `${lines.join("\n")}\n`;
}
