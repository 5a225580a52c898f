import { InputError } from "../../../errors.ts";
import { rowEntries } from "../../parity-check-matrix.ts";
import type { MatrixFormat } from "../format.ts";
import { storedValue } from "../values.ts";
import { matrixOfEntries } from "./entries.ts";

/**
 * A matrix written out, a row a line: `0 1 1`, `0,1,1` or `011`, as `numpy.savetxt` and spreadsheets write it (`1.0e+00` is a 1, too). Lines
 * that begin with # are comments. A 0 is no entry under every meaning of the values.
 */
export const dense: MatrixFormat = {
  description: "dense text, a row of zeros and ones (or of field elements) a line",
  extensions: [".csv"],
  holds: [],
  read(text, options) {
    const { file } = options;
    refuseExponents(options.values, { file, line: 1 });
    const row: number[] = [];
    const column: number[] = [];
    const value: number[] = [];
    const lineOf: number[] = [];
    // "10" is a field element where there can be one.
    const isBinary = options.polynomial === undefined || options.polynomial === 3;
    let rows = 0;
    let columns = 0;
    let line = 0;
    for (let start = 0; start < text.length; ) {
      const found = text.indexOf("\n", start);
      const end = found < 0 ? text.length : found;
      const content = text
        .slice(start, end)
        .replace(/^\uFEFF/, "")
        .trim();
      start = end + 1;
      line++;
      if (content === "" || content.startsWith("#")) continue;
      const words = isBinary && /^[01]{2,}$/.test(content) ? [...content] : content.split(/\s*[,;\s]\s*/);
      if (rows === 0) columns = words.length;
      if (words.length !== columns) {
        throw new InputError(`${words.length} values in a row: the first row has ${columns}`, { file, line });
      }
      words.forEach((word, n) => {
        const number = /^[\d.eE+-]{1,40}$/.test(word) ? Number(word) : Number.NaN;
        if (!Number.isSafeInteger(number) || number < 0) {
          throw new InputError(`"${word.slice(0, 20)}" is no whole number from 0 on`, { file, line });
        }
        if (number === 0) return;
        row.push(rows);
        column.push(n);
        value.push(number);
        lineOf.push(line);
      });
      rows++;
    }
    const place = (e: number) => ({ file, line: lineOf[e] ?? 1 });
    return matrixOfEntries({ rows, columns, row, column, value, header: { file, line: 1 }, place }, options);
  },
  write({ matrix }, { values = "decimal" } = {}) {
    refuseExponents(values);
    if (matrix.rows * matrix.columns > DENSE_VALUES_MAXIMUM) {
      throw new InputError(
        `${matrix.rows} × ${matrix.columns} values are too many for dense text: write an alist or .mtx`,
      );
    }
    const lines = Array.from({ length: matrix.rows }, (_, m) => {
      const row = new Array<number>(matrix.columns).fill(0);
      for (const [n, element] of rowEntries(matrix, m)) row[n] = storedValue(matrix.field, element, values);
      return row.join(" ");
    });
    return `${lines.join("\n")}\n`;
  },
};

/** Values of a dense matrix that is written: 2 bytes each. */
export const DENSE_VALUES_MAXIMUM = 2 ** 27;

/** @throws InputError for exponents from 0 on, which a dense matrix cannot distinguish from its zeros. */
export function refuseExponents(values: string | undefined, place: { file?: string; line?: number } = {}): void {
  if (values !== "exponent") return;
  throw new InputError("a 0 of a dense matrix is no entry, so values cannot be exponents from 0 on", place);
}
