import { InputError } from "../../errors.ts";
import { requireAgreement } from "./agreement.ts";
import type { MatrixFormat } from "./format.ts";
import { NumberReader } from "./number-reader.ts";
import { matrixOfLists, readDegrees, readLists, readMaximumDegrees, readSizes } from "./sections.ts";
import { listLines } from "./write-lists.ts";

/**
 * Binary alist (D. MacKay): `N M`, `dvmax dcmax`, the N column degrees, the M row degrees, per column its row indices
 * and per row its column indices, from 1, padded to the largest degree with 0 (files without padding are read too).
 */
export const binaryAlist: MatrixFormat = {
  description: "binary alist (MacKay), two numbers on the first line",
  extensions: [],
  holds: [],
  read(text, options) {
    if (options.values !== undefined) {
      throw new InputError("a binary alist holds no values: leave --values out", { file: options.file });
    }
    const reader = new NumberReader(text, options.file);
    const sizes = readSizes(reader, false, options.polynomial);
    const claimed = readMaximumDegrees(reader);
    const columnDegrees = readDegrees(reader, "column", sizes.columns, sizes.rows, claimed.column);
    const rowDegrees = readDegrees(reader, "row", sizes.rows, sizes.columns, claimed.row);
    const columns = readLists(reader, "column", columnDegrees, { limit: sizes.rows, q: 2, hasValues: false });
    const rows = readLists(reader, "row", rowDegrees, { limit: sizes.columns, q: 2, hasValues: false });
    reader.end();
    requireAgreement(columns, rows, options.file);
    return matrixOfLists(sizes, rows, "decimal", options);
  },
  write({ matrix }, { values } = {}) {
    if (matrix.field.q !== 2) {
      throw new InputError(`a binary alist cannot hold a code over GF(${matrix.field.q}): use qary-alist`);
    }
    if (values !== undefined) throw new InputError("a binary alist holds no values: leave --values out");
    const lines = listLines(matrix, true);
    return `${[
      `${matrix.columns} ${matrix.rows}`,
      lines.maximumDegrees,
      lines.columnDegrees,
      lines.rowDegrees,
      ...lines.columnLists,
      ...lines.rowLists,
    ].join("\n")}\n`;
  },
};
