import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import { requireAgreement } from "./agreement.ts";
import type { ReadOptions, ValueConvention } from "./format.ts";
import { NumberReader } from "./number-reader.ts";
import { type RawList, readDegrees, readLists, readMaximumDegrees, readSizes, type Sizes } from "./sections.ts";
import { listLines } from "./write-lists.ts";

/** The layout that MacKay's q-ary alist and Kaiserslautern's KN share, its values not interpreted yet. */
export interface QaryLists {
  readonly sizes: Sizes;
  readonly rows: readonly RawList[];
}

/**
 * Reads `N M q`, `dvmax dcmax`, the N column degrees, the M row degrees, per column its (row, value) pairs and per row
 * its (column, value) pairs, from 1, padded or not.
 */
export function readQaryLists(text: string, { file, polynomial }: ReadOptions): QaryLists {
  const reader = new NumberReader(text, file);
  const sizes = readSizes(reader, true, polynomial);
  const { q } = sizes.field;
  const claimed = readMaximumDegrees(reader);
  const columnDegrees = readDegrees(reader, "column", sizes.columns, sizes.rows, claimed.column);
  const rowDegrees = readDegrees(reader, "row", sizes.rows, sizes.columns, claimed.row);
  const columns = readLists(reader, "column", columnDegrees, { limit: sizes.rows, q, hasValues: true });
  const rows = readLists(reader, "row", rowDegrees, { limit: sizes.columns, q, hasValues: true });
  reader.end();
  requireAgreement(columns, rows, file);
  return { sizes, rows };
}

/** Writes the layout that `readQaryLists` reads. */
export function writeQaryLists(matrix: ParityCheckMatrix, padded: boolean, values: ValueConvention): string {
  const lines = listLines(matrix, padded, values);
  return `${[
    `${matrix.columns} ${matrix.rows} ${matrix.field.q}`,
    lines.maximumDegrees,
    lines.columnDegrees,
    lines.rowDegrees,
    ...lines.columnLists,
    ...lines.rowLists,
  ].join("\n")}\n`;
}
