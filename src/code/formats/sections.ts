import type { GaloisField } from "../../galois/field.ts";
import type { Entry } from "../parity-check-matrix.ts";
import type { FileContent, ReadOptions, ValueConvention } from "./format.ts";
import { fieldOf, matrixFromRows } from "./located-matrix.ts";
import type { NumberReader } from "./number-reader.ts";
import { elementOf } from "./values.ts";

/** The sizes in the first line of a file. */
export interface Sizes {
  readonly columns: number;
  readonly rows: number;
  readonly field: GaloisField;
}

/** Degrees of one side of the graph; the largest one bounds the padding. */
export interface Degrees {
  readonly degrees: readonly number[];
  readonly maximum: number;
  /** Line on which they begin. */
  readonly line: number;
}

/** One row or column as it stands in the file: indices from 0, values as stored. */
export interface RawList {
  readonly line: number;
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

/** The two sides of the graph as error messages name them. */
export type Side = "column" | "row";

/**
 * Reads `N M`, and `q` where the format has it.
 * @throws InputError for sizes that the rest of the file is too short for, before anything of that size is allocated.
 */
export function readSizes(reader: NumberReader, hasFieldSize: boolean, polynomial: number | undefined): Sizes {
  const columns = reader.next("the number of columns");
  const rows = reader.next("the number of rows");
  const q = hasFieldSize ? reader.next("the field size q") : 2;
  const field = fieldOf(q, polynomial, () => reader.location);
  if (columns < 1 || rows < 1) throw reader.error(`a matrix of ${rows} rows and ${columns} columns is empty`);
  // Every column and every row has at least its degree.
  if (columns + rows > reader.leftAtMost) {
    const claim = `the first line claims ${columns} columns and ${rows} rows`;
    throw reader.error(`${claim}, but at most ${reader.leftAtMost} numbers follow: truncated file or wrong counts`);
  }
  return { columns, rows, field };
}

/** Reads the line `dvmax dcmax`. */
export function readMaximumDegrees(reader: NumberReader): { column: number; row: number } {
  return { column: reader.next("the largest column degree"), row: reader.next("the largest row degree") };
}

/**
 * Reads one degree per column or row.
 * @param limit size of the other side.
 * @param claimed the largest degree, where the format states it.
 */
export function readDegrees(reader: NumberReader, side: Side, count: number, limit: number, claimed?: number): Degrees {
  const degrees: number[] = [];
  let maximum = 0;
  let line = 0;
  for (let i = 0; i < count; i++) {
    const degree = reader.next(`the degree of ${side} ${i + 1}`);
    if (degree > limit || degree > (claimed ?? limit)) {
      const bound = degree > limit ? `there are only ${limit} ${opposite(side)}s` : `line 2 says ${claimed} at most`;
      throw reader.error(`the degree of ${side} ${i + 1} is ${degree}, but ${bound}`);
    }
    if (i === 0) line = reader.line;
    degrees.push(degree);
    maximum = Math.max(maximum, degree);
  }
  if (claimed !== undefined && claimed !== maximum) {
    throw reader.error(`the largest ${side} degree is ${maximum}, but the file claims ${claimed} before`);
  }
  return { degrees, maximum, line };
}

/**
 * Reads, for every column or row, its list of 1-based indices, each followed by its value if `hasValues`. Lists may be
 * padded to the largest degree with index 0, all of them or none.
 */
export function readLists(
  reader: NumberReader,
  side: Side,
  { degrees, maximum }: Degrees,
  { limit, q, hasValues }: { limit: number; q: number; hasValues: boolean },
): RawList[] {
  const readIndex = indexReader(reader, side, limit, 1);
  let padded: boolean | undefined;
  return degrees.map((degree, i) => {
    const indices: number[] = [];
    const values: number[] = [];
    let line = 0;
    for (let j = 0; j < degree; j++) {
      indices.push(readIndex(i));
      if (j === 0) line = reader.line;
      values.push(hasValues ? readStoredValue(reader, side, i, q) : 1);
    }
    if (degree < maximum) {
      if (reader.ahead === "-1") throw reader.error(`-1 pads the list of ${side} ${i + 1}${COUNTS_FROM_1}`);
      padded ??= /^0+$/.test(reader.ahead);
      if (padded) skipPadding(reader, `${side} ${i + 1}`, degree, maximum, hasValues);
    }
    return { line, indices, values };
  });
}

/** Reads one list of 0-based column indices per row. */
export function readIndexLists(reader: NumberReader, { degrees }: Degrees, columns: number): RawList[] {
  const readIndex = indexReader(reader, "row", columns, 0);
  return degrees.map((degree, m) => {
    const indices: number[] = [];
    let line = 0;
    for (let j = 0; j < degree; j++) {
      indices.push(readIndex(m));
      if (j === 0) line = reader.line;
    }
    return { line, indices, values: [] };
  });
}

/** Reads one list of values per row for indices that came before. */
export function readValueLists(reader: NumberReader, lists: readonly RawList[], q: number): RawList[] {
  return lists.map(({ indices }, m) => {
    const values: number[] = [];
    let line = 0;
    for (let j = 0; j < indices.length; j++) {
      values.push(readStoredValue(reader, "row", m, q));
      if (j === 0) line = reader.line;
    }
    return { line, indices, values };
  });
}

/** The matrix, its values read by the convention of the format or of the user. */
export function matrixOfLists(
  { columns, field }: Sizes,
  lists: readonly RawList[],
  convention: ValueConvention,
  { file }: ReadOptions,
): FileContent {
  const rows = lists.map((list): Entry[] =>
    list.indices.map((n, j) => [n, elementOf(field, list.values[j], convention, { file, line: list.line })]),
  );
  const place = (m: number) => ({ file, line: lists[m].line });
  return matrixFromRows({ field, columns, rows, header: () => ({ file, line: 1 }), row: place });
}

/** Reads an index of list i, counted from `base` in the file, and refuses an index that the list already has. */
function indexReader(reader: NumberReader, side: Side, limit: number, base: 0 | 1): (i: number) => number {
  const other = opposite(side);
  // lastList[index] is the number, from 1, of the list that had the index last.
  const lastList = new Uint32Array(limit);
  return (i) => {
    const list = `the list of ${side} ${i + 1}`;
    const stored = reader.next(`a ${other} index in ${list}`);
    const index = stored - base;
    if (index < 0 || index >= limit) {
      const range = `${base} … ${limit - 1 + base}`;
      throw reader.error(`${other} index ${stored} in ${list} is outside ${range}${countingHint(stored, base, limit)}`);
    }
    if (lastList[index] === i + 1) throw reader.error(`${other} index ${stored} is twice in ${list}`);
    lastList[index] = i + 1;
    return index;
  };
}

const COUNTS_FROM_1 = "; do the indices count from 0? This format counts from 1: add 1 to each";

/** A hint at the file's base of indices, for an index just outside the range. */
function countingHint(stored: number, base: 0 | 1, limit: number): string {
  if (base === 1 && stored === 0) return COUNTS_FROM_1;
  if (base === 0 && stored === limit)
    return "; do the indices count from 1? This format counts from 0: subtract 1 from each";
  return "";
}

/** A value of any convention: they differ only in the ends of the range. */
function readStoredValue(reader: NumberReader, side: Side, i: number, q: number): number {
  const value = reader.next(`a value in the list of ${side} ${i + 1}`);
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
