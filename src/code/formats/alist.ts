import { InputError } from "../../errors.ts";
import type { GaloisField } from "../../galois/field.ts";
import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import { placesByKey, tannerGraph } from "../tanner-graph.ts";
import type { FileContent, MatrixFormat, ReadOptions, ValueConvention } from "./format.ts";
import { binaryFormat, elementOf, fieldOf, matrixFromRows, NumberReader, storedValue, wordLines } from "./lists.ts";

/**
 * What the list formats differ in. All begin with `N M`, and `q` where they have values; then come the N column degrees and the M row
 * degrees, and the rows.
 */
interface Layout {
  /** Whether `dvmax dcmax` stands before the degrees, and the columns before the rows. */
  readonly hasColumns: boolean;
  /** Pairs of an index from 1 and its value, indices from 1 alone, or M lines of indices from 0 and then M lines of values. */
  readonly entries: "pairs" | "indices" | "apart";
  /** Whether lists are written with zeros up to the largest degree; lists are read with and without. */
  readonly isPadded: boolean;
  /** Meaning of the values if the user states none. */
  readonly convention: ValueConvention | ((lists: RawLists, field: GaloisField) => ValueConvention);
}

/** The rows or the columns as they stand in the file, in flat arrays: list i has the entries start[i] … start[i + 1] − 1. */
interface RawLists {
  readonly start: Float64Array;
  /** Index of each entry, from 0, and value as stored. */
  readonly index: Uint32Array;
  readonly value: Uint8Array;
  /** Line of each list. */
  readonly line: Uint32Array;
}

/** Degrees of one side of the graph; the largest one bounds the padding. */
interface Degrees {
  /** Sum of the degrees before each node, then of all. */
  readonly start: Float64Array;
  readonly maximum: number;
  /** Line on which they begin. */
  readonly line: number;
}

/** The two sides of the graph as error messages name them. */
type Side = "column" | "row";

const listFormat = (
  description: string,
  extensions: readonly string[],
  layout: Layout & { readonly convention: ValueConvention },
): MatrixFormat => ({
  description,
  extensions,
  holds: layout.entries === "indices" ? [] : ["field size"],
  read: (text, options) => readLayout(text, layout, options),
  write: ({ matrix }, { values = layout.convention } = {}) => writeLayout(matrix, layout, values),
});

/**
 * Binary alist (D. MacKay): `N M`, `dvmax dcmax`, the N column degrees, the M row degrees, per column its row indices
 * and per row its column indices, from 1, padded to the largest degree with 0 (files without padding are read too).
 */
export const binaryAlist = binaryFormat(
  "a binary alist",
  listFormat("binary alist (MacKay), two numbers on the first line", [], {
    hasColumns: true,
    entries: "indices",
    isPadded: true,
    convention: "decimal",
  }),
);

const QARY_ALIST = { hasColumns: true, entries: "pairs", isPadded: true, convention: "decimal" } as const;

/** q-ary alist (M. Davey and D. MacKay): padded with `0 0`, values are field elements. */
export const qaryAlist = listFormat(
  "q-ary alist (Davey and MacKay), values are field elements",
  [".qalist"],
  QARY_ALIST,
);

/** KN (channel code database of TU Kaiserslautern): the q-ary alist without padding, values are exponents of α. */
export const kn = listFormat("Kaiserslautern KN, values are exponents of α", [".kn"], {
  hasColumns: true,
  entries: "pairs",
  isPadded: false,
  convention: "exponent",
});

/**
 * KN short: `N M q`, the N column degrees, the M row degrees, per row its (column, value) pairs, from 1, without
 * padding; values are exponents of α.
 */
export const knShort = listFormat("Kaiserslautern KN without largest degrees and column lists", [".kns"], {
  hasColumns: false,
  entries: "pairs",
  isPadded: false,
  convention: "exponent",
});

/** UBS (Lab-STICC, Université Bretagne Sud): indices from 0, values are exponents of α plus one. */
export const ubs = listFormat("Lab-STICC UBS, values are exponents of α plus one", [".ubs"], {
  hasColumns: false,
  entries: "apart",
  isPadded: false,
  convention: "exponent+1",
});

/** BeiDou style, after the tables of the interface documents: indices from 0, values are field elements. */
export const beidou = listFormat("BeiDou style, as UBS but values are field elements", [".beidou"], {
  hasColumns: false,
  entries: "apart",
  isPadded: false,
  convention: "decimal",
});

/**
 * Files called `.alist`: binary with two numbers on the first line, q-ary with three. Q-ary files of MacKay hold field
 * elements and files of Kaiserslautern hold exponents; only their values distinguish them.
 */
export const alist: MatrixFormat = {
  description: "binary or q-ary alist, as the first line says",
  extensions: [".alist"],
  holds: ["field size"],
  read(text, options) {
    const { file } = options;
    const { words, line } = wordLines(text).next().value ?? { words: [], line: 1 };
    if (words.length === 2) return binaryAlist.read(text, options);
    if (words.length !== 3) {
      const message = `the first line has ${words.length} words: an alist begins with "N M" or "N M q"`;
      throw new InputError(message, { file, line });
    }
    return readLayout(text, { ...QARY_ALIST, convention: (rows, field) => conventionOf(rows, field, file) }, options);
  },
  write: (code, options) => (code.matrix.field.q === 2 ? binaryAlist : qaryAlist).write(code, options),
};

/** A 0 can only be an exponent, a q − 1 only a field element. */
function conventionOf({ value, line }: RawLists, { q }: GaloisField, file: string): ValueConvention {
  if (value.includes(0)) return "exponent";
  if (value.includes(q - 1)) return "decimal";
  const message =
    "the values can be field elements (MacKay) or exponents of α (Kaiserslautern) and the file does not tell: " +
    "say --values decimal or --values exponent";
  throw new InputError(message, { file, line: line[0] });
}

/** @throws InputError for sizes that the rest of the file is too short for, before anything of that size is allocated. */
function readLayout(text: string, layout: Layout, { file, polynomial, values }: ReadOptions): FileContent {
  const reader = new NumberReader(text, file);
  const columns = reader.next("the number of columns");
  const rows = reader.next("the number of rows");
  const q = layout.entries === "indices" ? 2 : reader.next("the field size q");
  const field = fieldOf(q, polynomial, () => reader.location);
  if (columns < 1 || rows < 1) throw reader.error(`a matrix of ${rows} rows and ${columns} columns is empty`);
  // Every column and every row has at least its degree.
  if (columns + rows > reader.leftAtMost) {
    const claim = `the first line claims ${columns} columns and ${rows} rows`;
    throw reader.error(`${claim}, but at most ${reader.leftAtMost} numbers follow: truncated file or wrong counts`);
  }
  const claimed = ["column", "row"].map((side) =>
    layout.hasColumns ? reader.next(`the largest ${side} degree`) : undefined,
  );
  const columnDegrees = readDegrees(reader, "column", columns, rows, claimed[0]);
  const rowDegrees = readDegrees(reader, "row", rows, columns, claimed[1]);
  const columnLists = layout.hasColumns ? readLists(reader, "column", columnDegrees, rows, layout, q) : undefined;
  const lists = readLists(reader, "row", rowDegrees, columns, layout, q);
  reader.end();
  if (columnLists === undefined) requireColumnDegrees(columnDegrees, lists, file);
  else requireAgreement(columnLists, lists, file);
  const convention =
    values ?? (typeof layout.convention === "string" ? layout.convention : layout.convention(lists, field));
  const place = (m: number) => ({ file, line: lists.line[m] });
  const { start, index } = lists;
  const value = new Uint8Array(index.length);
  for (let m = 0; m < rows; m++) {
    const location = place(m);
    for (let e = start[m]; e < start[m + 1]; e++) value[e] = elementOf(field, lists.value[e], convention, location);
  }
  return matrixFromRows({
    field,
    columns,
    header: () => ({ file, line: 1 }),
    row: place,
    rows: { start, column: index, value },
  });
}

/**
 * Reads one degree per column or row.
 * @param limit size of the other side.
 * @param claimed the largest degree, where the format states it.
 */
function readDegrees(reader: NumberReader, side: Side, count: number, limit: number, claimed?: number): Degrees {
  const start = new Float64Array(count + 1);
  let maximum = 0;
  let line = 0;
  for (let i = 0; i < count; i++) {
    const degree = reader.next(() => `the degree of ${side} ${i + 1}`);
    if (degree > limit || degree > (claimed ?? limit)) {
      const bound = degree > limit ? `there are only ${limit} ${opposite(side)}s` : `line 2 says ${claimed} at most`;
      throw reader.error(`the degree of ${side} ${i + 1} is ${degree}, but ${bound}`);
    }
    if (i === 0) line = reader.line;
    start[i + 1] = start[i] + degree;
    maximum = Math.max(maximum, degree);
  }
  if (claimed !== undefined && claimed !== maximum) {
    throw reader.error(`the largest ${side} degree is ${maximum}, but the file claims ${claimed} before`);
  }
  return { start, maximum, line };
}

/** Reads the list of every column or row. Lists may be padded to the largest degree with index 0, all of them or none. */
function readLists(
  reader: NumberReader,
  side: Side,
  { start, maximum }: Degrees,
  limit: number,
  { entries }: Layout,
  q: number,
): RawLists {
  const readIndex = indexReader(reader, side, limit, entries === "apart" ? 0 : 1);
  const count = start.length - 1;
  // Degrees may claim more than the file holds: reading then ends with its last number.
  const length = Math.min(start[count], reader.leftAtMost);
  const [index, value, line] = [new Uint32Array(length), new Uint8Array(length).fill(1), new Uint32Array(count)];
  let padded: boolean | undefined;
  for (let i = 0; i < count; i++) {
    for (let e = start[i]; e < start[i + 1]; e++) {
      index[e] = readIndex(i);
      if (e === start[i]) line[i] = reader.line;
      if (entries === "pairs") value[e] = readStoredValue(reader, side, i, q);
    }
    const degree = start[i + 1] - start[i];
    if (degree < maximum && entries !== "apart") {
      if (reader.ahead === "-1") throw reader.error(`-1 pads the list of ${side} ${i + 1}${COUNTS_FROM_1}`);
      padded ??= /^0+$/.test(reader.ahead);
      if (padded) skipPadding(reader, `${side} ${i + 1}`, degree, maximum, entries === "pairs");
    }
  }
  if (entries !== "apart") return { start, index, value, line };
  for (let i = 0; i < count; i++) {
    for (let e = start[i]; e < start[i + 1]; e++) {
      value[e] = readStoredValue(reader, side, i, q);
      if (e === start[i]) line[i] = reader.line;
    }
  }
  return { start, index, value, line };
}

/** Reads an index of list i, counted from `base` in the file, and refuses an index that the list already has. */
function indexReader(reader: NumberReader, side: Side, limit: number, base: 0 | 1): (i: number) => number {
  const other = opposite(side);
  // lastList[index] is the number, from 1, of the list that had the index last.
  const lastList = new Uint32Array(limit);
  let current = 0;
  const list = () => `the list of ${side} ${current + 1}`;
  const what = () => `a ${other} index in ${list()}`;
  return (i) => {
    current = i;
    const stored = reader.next(what);
    const index = stored - base;
    if (index < 0 || index >= limit) {
      const hint = base === 1 && stored === 0 ? COUNTS_FROM_1 : base === 0 && stored === limit ? COUNTS_FROM_0 : "";
      throw reader.error(`${other} index ${stored} in ${list()} is outside ${base} … ${limit - 1 + base}${hint}`);
    }
    if (lastList[index] === i + 1) throw reader.error(`${other} index ${stored} is twice in ${list()}`);
    lastList[index] = i + 1;
    return index;
  };
}

const COUNTS_FROM_1 = "; do the indices count from 0? This format counts from 1: add 1 to each";
const COUNTS_FROM_0 = "; do the indices count from 1? This format counts from 0: subtract 1 from each";

/** A value of any convention: they differ only in the ends of the range. */
function readStoredValue(reader: NumberReader, side: Side, i: number, q: number): number {
  const value = reader.next(() => `a value in the list of ${side} ${i + 1}`);
  if (value >= q) throw reader.error(`value ${value} in the list of ${side} ${i + 1} is not below q = ${q}`);
  return value;
}

function skipPadding(reader: NumberReader, list: string, degree: number, maximum: number, hasValues: boolean): void {
  for (let j = degree; j < maximum; j++) {
    const index = reader.next(`the padding of ${list}`);
    const value = hasValues ? reader.next(`the padding of ${list}`) : 0;
    if (index === 0 && value === 0) continue;
    const found = hasValues ? `"${index} ${value}"` : `${index}`;
    const expected = hasValues ? '"0 0"' : "0";
    throw reader.error(`${found} stands where ${list}, of degree ${degree}, should be padded with ${expected}`);
  }
}

function opposite(side: Side): Side {
  return side === "column" ? "row" : "column";
}

/** @throws InputError unless the column lists and the row lists hold the same entries. */
function requireAgreement(columns: RawLists, rows: RawLists, file: string): void {
  const count = rows.start.length - 1;
  const columnOf = new Uint32Array(columns.index.length);
  for (let n = 0; n < columns.line.length; n++) columnOf.fill(n, columns.start[n], columns.start[n + 1]);
  // The entries of the column lists row by row.
  const { start, order } = placesByKey(columns.index, count);
  const [ofColumn, ofValue] = [order.map((e) => columnOf[e]), order.map((e) => columns.value[e])];
  const isEqual = (m: number) => {
    const [first, shift] = [rows.start[m], start[m] - rows.start[m]];
    if (start[m + 1] - start[m] !== rows.start[m + 1] - first) return false;
    for (let e = first; e < rows.start[m + 1]; e++) {
      if (ofColumn[e + shift] !== rows.index[e] || ofValue[e + shift] !== rows.value[e]) return false;
    }
    return true;
  };
  for (let m = 0; m < count; m++) {
    if (isEqual(m)) continue;
    const fromColumns = new Map<number, number>();
    for (let i = start[m]; i < start[m + 1]; i++) fromColumns.set(ofColumn[i], ofValue[i]);
    const fault = (n: number, message: string, line = rows.line[m]) =>
      new InputError(`row ${m + 1}, column ${n + 1}: ${message}`, { file, line });
    for (let e = rows.start[m]; e < rows.start[m + 1]; e++) {
      const [n, value] = [rows.index[e], rows.value[e]];
      const other = fromColumns.get(n);
      if (other === undefined) throw fault(n, "in the list of the row, but not in that of the column");
      if (other !== value) {
        throw fault(n, `the value is ${value} in the list of the row, ${other} in that of the column`);
      }
      fromColumns.delete(n);
    }
    for (const n of fromColumns.keys()) {
      throw fault(n, "in the list of the column, but not in that of the row", columns.line[n]);
    }
  }
}

/** @throws InputError unless the number of a column's entries in the rows equals its degree. */
function requireColumnDegrees({ start, line }: Degrees, { index }: RawLists, file: string): void {
  const counts = new Uint32Array(start.length - 1);
  for (const n of index) counts[n]++;
  const degree = (n: number) => start[n + 1] - start[n];
  const wrong = counts.findIndex((found, n) => found !== degree(n));
  if (wrong < 0) return;
  const claim = `column ${wrong + 1} has degree ${degree(wrong)} by the column degrees`;
  throw new InputError(`${claim}, but the row lists name it ${counts[wrong]} times`, { file, line });
}

/** Writes what `readLayout` reads. */
function writeLayout(matrix: ParityCheckMatrix, layout: Layout, convention: ValueConvention): string {
  const { field, rows, columns, variable, value } = matrix;
  const { hasColumns, entries, isPadded } = layout;
  const { checkStart, edgeCheck, variableStart, variableEdge, ...largest } = tannerGraph(matrix);
  const { variableDegreeMaximum, checkDegreeMaximum } = largest;
  const stored = value.map((element) => storedValue(field, element, convention));
  const [base, width] = [entries === "apart" ? 0 : 1, entries === "pairs" ? 2 : 1];
  const degrees = (start: Uint32Array) => Array.from(start.subarray(1), (end, i) => end - start[i]).join(" ");
  /** A line for each node, with the edges at its positions start[node] … start[node + 1] − 1. @param edges in the order of the positions. */
  const lists = (start: Uint32Array, edges: Uint32Array | undefined, others: Uint32Array | Uint8Array, most: number) =>
    Array.from({ length: start.length - 1 }, (_, i) => {
      const words: number[] = [];
      for (let position = start[i]; position < start[i + 1]; position++) {
        const edge = edges === undefined ? position : edges[position];
        words.push(others[edge] + base);
        if (width === 2) words.push(stored[edge]);
      }
      if (isPadded) while (words.length < width * most) words.push(0);
      return words.join(" ");
    });
  const rowLists = (others: Uint32Array | Uint8Array) => lists(checkStart, undefined, others, checkDegreeMaximum);
  const lines = [
    entries === "indices" ? `${columns} ${rows}` : `${columns} ${rows} ${field.q}`,
    ...(hasColumns ? [`${variableDegreeMaximum} ${checkDegreeMaximum}`] : []),
    degrees(variableStart),
    degrees(checkStart),
    ...(hasColumns ? lists(variableStart, variableEdge, edgeCheck, variableDegreeMaximum) : []),
    ...rowLists(variable),
    ...(entries === "apart" ? rowLists(stored) : []),
  ];
  return `${lines.join("\n")}\n`;
}
