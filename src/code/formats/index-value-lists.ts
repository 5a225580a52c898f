import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import { requireColumnDegrees } from "./agreement.ts";
import type { FileContent, ReadOptions, ValueConvention } from "./format.ts";
import { NumberReader } from "./number-reader.ts";
import { matrixOfLists, readDegrees, readIndexLists, readSizes, readValueLists } from "./sections.ts";
import { indexAndValueLines, listLines } from "./write-lists.ts";

/**
 * Reads the layout that UBS and BeiDou style share: `N M q`, the N column degrees, the M row degrees, M lines of column
 * indices from 0, M lines of values.
 */
export function readIndexValueLists(text: string, options: ReadOptions, convention: ValueConvention): FileContent {
  const reader = new NumberReader(text, options.file);
  const sizes = readSizes(reader, true, options.polynomial);
  const columnDegrees = readDegrees(reader, "column", sizes.columns, sizes.rows);
  const rowDegrees = readDegrees(reader, "row", sizes.rows, sizes.columns);
  const indices = readIndexLists(reader, rowDegrees, sizes.columns);
  const rows = readValueLists(reader, indices, sizes.field.q);
  reader.end();
  requireColumnDegrees(columnDegrees, rows, options.file);
  return matrixOfLists(sizes, rows, options.values ?? convention, options);
}

/** Writes the layout that `readIndexValueLists` reads. */
export function writeIndexValueLists(matrix: ParityCheckMatrix, convention: ValueConvention): string {
  const { columnDegrees, rowDegrees } = listLines(matrix, false);
  const { indices, values } = indexAndValueLines(matrix, convention);
  const header = `${matrix.columns} ${matrix.rows} ${matrix.field.q}`;
  return `${[header, columnDegrees, rowDegrees, ...indices, ...values].join("\n")}\n`;
}
