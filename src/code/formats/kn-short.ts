import { requireColumnDegrees } from "./agreement.ts";
import type { MatrixFormat } from "./format.ts";
import { NumberReader } from "./number-reader.ts";
import { matrixOfLists, readDegrees, readLists, readSizes } from "./sections.ts";
import { listLines } from "./write-lists.ts";

/**
 * KN short: `N M q`, the N column degrees, the M row degrees, per row its (column, value) pairs, from 1, without
 * padding; values are exponents of α.
 */
export const knShort: MatrixFormat = {
  description: "Kaiserslautern KN without largest degrees and column lists",
  extensions: [".kns"],
  holds: ["field size"],
  read(text, options) {
    const reader = new NumberReader(text, options.file);
    const sizes = readSizes(reader, true, options.polynomial);
    const columnDegrees = readDegrees(reader, "column", sizes.columns, sizes.rows);
    const rowDegrees = readDegrees(reader, "row", sizes.rows, sizes.columns);
    const limits = { limit: sizes.columns, q: sizes.field.q, hasValues: true };
    const rows = readLists(reader, "row", rowDegrees, limits);
    reader.end();
    requireColumnDegrees(columnDegrees, rows, options.file);
    return matrixOfLists(sizes, rows, options.values ?? "exponent", options);
  },
  write({ matrix }, { values = "exponent" } = {}) {
    const lines = listLines(matrix, false, values);
    const header = `${matrix.columns} ${matrix.rows} ${matrix.field.q}`;
    return `${[header, lines.columnDegrees, lines.rowDegrees, ...lines.rowLists].join("\n")}\n`;
  },
};
