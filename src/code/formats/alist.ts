import { InputError } from "../../errors.ts";
import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import type { FileContent, MatrixFormat, ReadOptions, ValueConvention } from "./format.ts";
import {
  firstWords,
  indexAndValueLines,
  listLines,
  matrixOfLists,
  NumberReader,
  type RawList,
  readDegrees,
  readIndexLists,
  readLists,
  readMaximumDegrees,
  readSizes,
  readValueLists,
  requireAgreement,
  requireColumnDegrees,
  type Sizes,
} from "./lists.ts";

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

/** The layout that MacKay's q-ary alist and Kaiserslautern's KN share, its values not interpreted yet. */
interface QaryLists {
  readonly sizes: Sizes;
  readonly rows: readonly RawList[];
}

/**
 * Reads `N M q`, `dvmax dcmax`, the N column degrees, the M row degrees, per column its (row, value) pairs and per row
 * its (column, value) pairs, from 1, padded or not.
 */
function readQaryLists(text: string, { file, polynomial }: ReadOptions): QaryLists {
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
function writeQaryLists(matrix: ParityCheckMatrix, padded: boolean, values: ValueConvention): string {
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

/** q-ary alist (M. Davey and D. MacKay): padded with `0 0`, values are field elements. */
export const qaryAlist: MatrixFormat = {
  description: "q-ary alist (Davey and MacKay), values are field elements",
  extensions: [".qalist"],
  holds: ["field size"],
  read(text, options) {
    const { sizes, rows } = readQaryLists(text, options);
    return matrixOfLists(sizes, rows, options.values ?? "decimal", options);
  },
  write({ matrix }, { values = "decimal" } = {}) {
    return writeQaryLists(matrix, true, values);
  },
};

/**
 * Files called `.alist`: binary with two numbers on the first line, q-ary with three. Q-ary files of MacKay hold field
 * elements and files of Kaiserslautern hold exponents; only their values distinguish them.
 */
export const alist: MatrixFormat = {
  description: "binary or q-ary alist, as the first line says",
  extensions: [".alist"],
  holds: ["field size"],
  read(text, options) {
    const { words, line } = firstWords(text);
    if (words === 2) return binaryAlist.read(text, options);
    if (words !== 3) {
      const message = `the first line has ${words} words: an alist begins with "N M" or "N M q"`;
      throw new InputError(message, { file: options.file, line });
    }
    const lists = readQaryLists(text, options);
    return matrixOfLists(lists.sizes, lists.rows, options.values ?? conventionOf(lists, options), options);
  },
  write(code, options) {
    return (code.matrix.field.q === 2 ? binaryAlist : qaryAlist).write(code, options);
  },
};

/** A 0 can only be an exponent, a q − 1 only a field element. */
function conventionOf({ sizes, rows }: QaryLists, { file }: ReadOptions): ValueConvention {
  const has = (value: number): boolean => rows.some(({ values }) => values.includes(value));
  if (has(0)) return "exponent";
  if (has(sizes.field.q - 1)) return "decimal";
  const message =
    "the values can be field elements (MacKay) or exponents of α (Kaiserslautern) and the file does not tell: " +
    "say --values decimal or --values exponent";
  throw new InputError(message, { file, line: rows[0].line });
}

/** KN (channel code database of TU Kaiserslautern): the q-ary alist without padding, values are exponents of α. */
export const kn: MatrixFormat = {
  description: "Kaiserslautern KN, values are exponents of α",
  extensions: [".kn"],
  holds: ["field size"],
  read(text, options) {
    const { sizes, rows } = readQaryLists(text, options);
    return matrixOfLists(sizes, rows, options.values ?? "exponent", options);
  },
  write({ matrix }, { values = "exponent" } = {}) {
    return writeQaryLists(matrix, false, values);
  },
};

/** Reads `N M q`, the N column degrees, the M row degrees, and then the rows alone. */
function readRows(
  text: string,
  options: ReadOptions,
  convention: ValueConvention,
  lists: (reader: NumberReader, degrees: ReturnType<typeof readDegrees>, sizes: Sizes) => readonly RawList[],
): FileContent {
  const reader = new NumberReader(text, options.file);
  const sizes = readSizes(reader, true, options.polynomial);
  const columnDegrees = readDegrees(reader, "column", sizes.columns, sizes.rows);
  const rowDegrees = readDegrees(reader, "row", sizes.rows, sizes.columns);
  const rows = lists(reader, rowDegrees, sizes);
  reader.end();
  requireColumnDegrees(columnDegrees, rows, options.file);
  return matrixOfLists(sizes, rows, options.values ?? convention, options);
}

/**
 * KN short: `N M q`, the N column degrees, the M row degrees, per row its (column, value) pairs, from 1, without
 * padding; values are exponents of α.
 */
export const knShort: MatrixFormat = {
  description: "Kaiserslautern KN without largest degrees and column lists",
  extensions: [".kns"],
  holds: ["field size"],
  read(text, options) {
    return readRows(text, options, "exponent", (reader, degrees, { columns, field }) =>
      readLists(reader, "row", degrees, { limit: columns, q: field.q, hasValues: true }),
    );
  },
  write({ matrix }, { values = "exponent" } = {}) {
    const lines = listLines(matrix, false, values);
    const header = `${matrix.columns} ${matrix.rows} ${matrix.field.q}`;
    return `${[header, lines.columnDegrees, lines.rowDegrees, ...lines.rowLists].join("\n")}\n`;
  },
};

/**
 * Reads the layout that UBS and BeiDou style share: `N M q`, the N column degrees, the M row degrees, M lines of column
 * indices from 0, M lines of values.
 */
function readIndexValueLists(text: string, options: ReadOptions, convention: ValueConvention): FileContent {
  return readRows(text, options, convention, (reader, degrees, { columns, field }) =>
    readValueLists(reader, readIndexLists(reader, degrees, columns), field.q),
  );
}

/** Writes the layout that `readIndexValueLists` reads. */
function writeIndexValueLists(matrix: ParityCheckMatrix, convention: ValueConvention): string {
  const { columnDegrees, rowDegrees } = listLines(matrix, false);
  const { indices, values } = indexAndValueLines(matrix, convention);
  const header = `${matrix.columns} ${matrix.rows} ${matrix.field.q}`;
  return `${[header, columnDegrees, rowDegrees, ...indices, ...values].join("\n")}\n`;
}

/** UBS (Lab-STICC, Université Bretagne Sud): indices from 0, values are exponents of α plus one. */
export const ubs: MatrixFormat = {
  description: "Lab-STICC UBS, values are exponents of α plus one",
  extensions: [".ubs"],
  holds: ["field size"],
  read: (text, options) => readIndexValueLists(text, options, "exponent+1"),
  write: ({ matrix }, { values = "exponent+1" } = {}) => writeIndexValueLists(matrix, values),
};

/** BeiDou style, after the tables of the interface documents: indices from 0, values are field elements. */
export const beidou: MatrixFormat = {
  description: "BeiDou style, as UBS but values are field elements",
  extensions: [".beidou"],
  holds: ["field size"],
  read: (text, options) => readIndexValueLists(text, options, "decimal"),
  write: ({ matrix }, { values = "decimal" } = {}) => writeIndexValueLists(matrix, values),
};
