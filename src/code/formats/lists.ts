import { InputError, type InputLocation } from "../../errors.ts";
import { type GaloisField, galoisField } from "../../galois/field.ts";
import type { Code } from "../code.ts";
import { type Entry, type ParityCheckMatrix, parityCheckMatrix, rowEntries } from "../parity-check-matrix.ts";
import { tannerGraph } from "../tanner-graph.ts";
import type { FileContent, MatrixFormat, ReadOptions, ValueConvention } from "./format.ts";

/**
 * The field element that a number of a file represents.
 * @throws InputError if the convention has no such number: 0 or ≥ q as decimal and exponent+1, ≥ q − 1 as exponent.
 */
function elementOf(field: GaloisField, stored: number, convention: ValueConvention, location: InputLocation): number {
  requireExponents(field, convention, location);
  const [low, high] = storedRange(field, convention);
  if (stored < low || stored > high) {
    const range = `as ${convention} it must be in ${low} … ${high} for GF(${field.q})`;
    const remedy = stored < field.q ? `; --values can say ${alternatives(field, stored)}` : "";
    throw new InputError(`value ${stored} contradicts the meaning of the values: ${range}${remedy}`, location);
  }
  if (convention === "decimal") return stored;
  return field.exp[convention === "exponent" ? stored : stored - 1];
}

/** @throws InputError for exponents of α = x where the polynomial is not primitive: powers of x do not reach every element. */
function requireExponents(
  { q, exp, polynomial }: GaloisField,
  convention: ValueConvention,
  location?: InputLocation,
): void {
  if (convention === "decimal" || q === 2 || exp[1] === 2) return;
  const shown = `0x${polynomial.toString(16).toUpperCase()}`;
  throw new InputError(
    `polynomial ${shown} is not primitive, so values are no exponents of x: say decimal for the values`,
    location,
  );
}

/** The number that represents a nonzero field element. @throws InputError for exponents of a polynomial that is not primitive. */
export function storedValue(field: GaloisField, element: number, convention: ValueConvention): number {
  requireExponents(field, convention);
  if (convention === "decimal") return element;
  return field.log[element] + (convention === "exponent" ? 0 : 1);
}

function storedRange(field: GaloisField, convention: ValueConvention): readonly [low: number, high: number] {
  return convention === "exponent" ? [0, field.q - 2] : [1, field.q - 1];
}

function alternatives(field: GaloisField, stored: number): string {
  return stored > field.q - 2 ? "decimal or exponent+1" : "exponent";
}

/**
 * Reads a text of whitespace-separated nonnegative integers one by one and keeps the line for error messages. Line
 * breaks are whitespace like any other, and a comment goes from # to the end of its line. Nothing is allocated, so the size of the text is the only bound of the work.
 */
export class NumberReader {
  readonly file: string;
  private readonly text: string;
  private position = 0;
  private currentLine = 1;
  private lastLine = 1;

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
  }

  /** Line of the number read last, from 1. */
  get line(): number {
    return this.lastLine;
  }

  /** Place of the number read last. */
  get location(): InputLocation {
    return { file: this.file, line: this.lastLine };
  }

  /** An upper bound of the count of numbers ahead: each takes a digit and a space. */
  get leftAtMost(): number {
    return Math.ceil((this.text.length - this.position) / 2);
  }

  /**
   * @param what names the number in error messages: a function where millions of names would be made for nothing.
   * @throws InputError at the end of the text, or if it is no integer of at most ten digits.
   */
  next(what: string | (() => string)): number {
    this.skipSpace();
    this.lastLine = this.currentLine;
    const start = this.position;
    let value = 0;
    let isNumber = true;
    for (; this.position < this.text.length; this.position++) {
      const character = this.text.charCodeAt(this.position);
      if (isSpace(character)) break;
      const digit = character - ZERO;
      isNumber &&= digit >= 0 && digit <= 9;
      value = 10 * value + digit;
    }
    const digits = this.position - start;
    if (isNumber && digits > 0 && digits <= DIGITS_MAXIMUM) return value;
    const name = typeof what === "string" ? what : what();
    if (digits === 0) throw this.error(`the file ends where ${name} should be`);
    const shown = digits > 20 ? `${this.text.slice(start, start + 20)}…` : this.text.slice(start, this.position);
    throw this.error(`"${shown}" stands where ${name} should be: it is not a nonnegative integer`);
  }

  /** The first characters of the next number, which is not consumed. */
  get ahead(): string {
    this.skipSpace();
    return this.text.slice(this.position, this.position + 11).split(/\s/, 1)[0];
  }

  /** Whether only whitespace follows. */
  atEnd(): boolean {
    this.skipSpace();
    return this.position === this.text.length;
  }

  /** @throws InputError if anything but whitespace follows. */
  end(): void {
    if (this.atEnd()) return;
    this.lastLine = this.currentLine;
    const rest = this.text.slice(this.position, this.position + 20).split(/\s/, 1)[0];
    throw this.error(`"${rest}" follows after the matrix is complete: the counts above do not fit the lists`);
  }

  /** An error at the number read last. */
  error(message: string): InputError {
    return new InputError(message, this.location);
  }

  private skipSpace(): void {
    for (; this.position < this.text.length; this.position++) {
      const character = this.text.charCodeAt(this.position);
      if (character === COMMENT) {
        const end = this.text.indexOf("\n", this.position);
        this.position = end < 0 ? this.text.length : end;
        if (end < 0) return;
        this.currentLine++;
        continue;
      }
      if (!isSpace(character)) return;
      if (character === LINE_FEED) this.currentLine++;
    }
  }
}

/** Number of words on the first line that has any besides comments, and the number of that line. */
export function firstWords(text: string): { words: number; line: number } {
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const content = text.slice(start, end).replace(/#.*$/s, "").trim();
    start = end + 1;
    line++;
    if (content !== "") return { words: content.split(/\s+/).length, line };
  }
  return { words: 0, line: Math.max(line, 1) };
}

const COMMENT = 35;
const ZERO = 48;
const DIGITS_MAXIMUM = 10;
const LINE_FEED = 10;
const BYTE_ORDER_MARK = 0xfeff;

function isSpace(character: number): boolean {
  return character === 32 || (character >= 9 && character <= 13) || character === BYTE_ORDER_MARK;
}

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
    const degree = reader.next(() => `the degree of ${side} ${i + 1}`);
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
  const rows = lists.map(({ line, indices, values }): Entry[] => {
    const location = { file, line };
    return indices.map((n, j) => [n, elementOf(field, values[j], convention, location)]);
  });
  const place = (m: number) => ({ file, line: lists[m].line });
  return matrixFromRows({ field, columns, rows, header: () => ({ file, line: 1 }), row: place });
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
      const range = `${base} … ${limit - 1 + base}`;
      throw reader.error(
        `${other} index ${stored} in ${list()} is outside ${range}${countingHint(stored, base, limit)}`,
      );
    }
    if (lastList[index] === i + 1) throw reader.error(`${other} index ${stored} is twice in ${list()}`);
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

/** The parts from which the text formats are put together: lines of numbers. */
interface ListLines {
  /** `dvmax dcmax`. */
  readonly maximumDegrees: string;
  readonly columnDegrees: string;
  readonly rowDegrees: string;
  /** Per column its row indices, and per row its column indices. */
  readonly columnLists: readonly string[];
  readonly rowLists: readonly string[];
}

/**
 * The lists of a matrix with indices from 1.
 * @param values convention of the value after each index; none if left out.
 * @param padded whether lists shorter than the longest end in index 0 (and value 0).
 */
export function listLines(matrix: ParityCheckMatrix, padded: boolean, values?: ValueConvention): ListLines {
  const graph = tannerGraph(matrix);
  const lists = (start: Uint32Array, edges: Uint32Array | null, others: Uint32Array, maximum: number): string[] =>
    Array.from({ length: start.length - 1 }, (_, i) => {
      const words: number[] = [];
      for (let position = start[i]; position < start[i + 1]; position++) {
        const edge = edges === null ? position : edges[position];
        words.push(others[edge] + 1);
        if (values !== undefined) words.push(storedValue(matrix.field, graph.edgeValue[edge], values));
      }
      const padding = padded ? maximum - (start[i + 1] - start[i]) : 0;
      return [...words, ...new Array(padding * (values === undefined ? 1 : 2)).fill(0)].join(" ");
    });
  const { checkStart, variableStart, checkDegreeMaximum, variableDegreeMaximum } = graph;
  return {
    maximumDegrees: `${variableDegreeMaximum} ${checkDegreeMaximum}`,
    columnDegrees: degreeLine(variableStart),
    rowDegrees: degreeLine(checkStart),
    columnLists: lists(variableStart, graph.variableEdge, graph.edgeCheck, variableDegreeMaximum),
    rowLists: lists(checkStart, null, graph.edgeVariable, checkDegreeMaximum),
  };
}

/** Per row its column indices from 0, and per row its values, as two lists of lines. */
export function indexAndValueLines(
  matrix: ParityCheckMatrix,
  values: ValueConvention,
): { indices: string[]; values: string[] } {
  const lines = (entry: (edge: number) => number): string[] =>
    Array.from({ length: matrix.rows }, (_, m) => {
      const words: number[] = [];
      for (let edge = matrix.checkStart[m]; edge < matrix.checkStart[m + 1]; edge++) words.push(entry(edge));
      return words.join(" ");
    });
  return {
    indices: lines((edge) => matrix.variable[edge]),
    values: lines((edge) => storedValue(matrix.field, matrix.value[edge], values)),
  };
}

/** The degrees of one side on one line. */
function degreeLine(start: Uint32Array): string {
  return Array.from(start.subarray(1), (end, i) => end - start[i]).join(" ");
}

/**
 * Rows of a matrix as read from a file, and their places in the file; a place is computed only for an error message.
 */
interface LocatedRows {
  readonly field: GaloisField;
  readonly columns: number;
  /** Per check its entries, columns from 0, values as field elements. */
  readonly rows: readonly (readonly Entry[])[];
  /** Place of the code length. */
  readonly header: () => InputLocation;
  /** Place of row m. */
  readonly row: (m: number) => InputLocation;
}

/**
 * The matrix, after the checks that every file needs. Nothing is allocated by the sizes of the header before the number
 * of entries has borne them out.
 * @returns the matrix without its empty rows, and their numbers.
 * @throws InputError with its place: column outside 0 … N − 1, value outside 1 … q − 1, an entry given twice, or fewer than half as many
 * entries as columns or rows.
 */
export function matrixFromRows({
  field,
  columns,
  rows,
  header,
  row: place,
}: LocatedRows): Pick<Code, "matrix" | "emptyRows"> {
  const edges = rows.reduce((sum, row) => sum + row.length, 0);
  if (2 * edges < columns) {
    const message = `${columns} columns but only ${edges} entries: more than half of the columns have none`;
    throw new InputError(message, header());
  }
  if (2 * edges < rows.length) {
    const message = `${rows.length} rows but only ${edges} entries: more than half of the rows have none`;
    throw new InputError(message, header());
  }
  rows.forEach((row, m) => {
    const seen = new Set<number>();
    for (const [column, value] of row) {
      if (column < 0 || column >= columns) {
        throw new InputError(`row ${m}: column ${column} is outside 0 … ${columns - 1}`, place(m));
      }
      if (value < 1 || value >= field.q) {
        const range = `1 … ${field.q - 1} of GF(${field.q})`;
        throw new InputError(`row ${m}, column ${column}: value ${value} is outside ${range}`, place(m));
      }
      if (seen.has(column)) throw new InputError(`row ${m}: column ${column} is given twice`, place(m));
      seen.add(column);
    }
  });
  const matrix = parityCheckMatrix(
    field,
    columns,
    rows.filter((row) => row.length > 0),
  );
  if (matrix.rows === rows.length) return { matrix };
  const empty = Array.from(rows.keys()).filter((m) => rows[m].length === 0);
  return { matrix, emptyRows: Uint32Array.from(empty) };
}

/** `galoisField` whose errors carry the place of the field's description. */
export function fieldOf(q: number, polynomial: number | undefined, place: () => InputLocation): GaloisField {
  try {
    return galoisField(q, polynomial);
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.message, place());
    throw error;
  }
}

/** The entries of a matrix as a file of arrays has them: no field, values as stored. */
export interface StoredEntries {
  readonly rows: number;
  readonly columns: number;
  /** Row and column of each entry, from 0. */
  readonly row: ArrayLike<number>;
  readonly column: ArrayLike<number>;
  /** Value of each entry as stored; 1 if left out. */
  readonly value?: ArrayLike<number>;
  /** Primitive polynomial that the file states. */
  readonly polynomial?: number;
  /** Place of the sizes in the file, and of an entry. */
  readonly header: InputLocation;
  readonly place: (entry: number) => InputLocation;
}

/**
 * The matrix of a file of arrays. Such files do not name a field: all values 1 are a binary code, others need
 * `options.polynomial`, unless the file states it. Entries of value 0 are no entries under `decimal`; over GF(q) that has to be said,
 * since exponents of α have a 0 too.
 * @throws InputError with its place for values of a field that is not named, and as `matrixFromRows`.
 */
export function matrixOfEntries(entries: StoredEntries, options: ReadOptions): FileContent {
  const { rows, columns, row, column, value, header, place } = entries;
  const convention: ValueConvention = options.values ?? "decimal";
  // At least half of the rows and of the columns have an entry: a size that nothing bears out is refused before it is allocated.
  if (rows < 1 || columns < 1) throw new InputError(`a matrix of ${rows} rows and ${columns} columns is empty`, header);
  if (rows > 2 * row.length || columns > 2 * row.length) {
    const claim = `${rows} rows and ${columns} columns but only ${row.length} entries`;
    throw new InputError(`${claim}: more than half of the rows or of the columns have none`, header);
  }
  const field = fieldOfEntries(entries, options);
  const lists: Entry[][] = Array.from({ length: rows }, () => []);
  const first = new Array<number>(rows).fill(0);
  for (let e = 0; e < row.length; e++) {
    const stored = value?.[e] ?? 1;
    if (stored === 0 && convention === "decimal") {
      if (field.q === 2 || options.values !== undefined) continue;
      const meanings = "no entry with --values decimal, and α^0 with --values exponent";
      throw new InputError(
        `row ${row[e]}, column ${column[e]}: the zero that is stored is ${meanings}: give one of them`,
        place(e),
      );
    }
    const m = row[e];
    if (!(Number.isInteger(m) && m >= 0 && m < rows)) {
      throw new InputError(`row ${m} is outside 0 … ${rows - 1}`, place(e));
    }
    if (!Number.isInteger(column[e]) || !Number.isInteger(stored)) {
      throw new InputError(`row ${m}: column ${column[e]} and value ${stored} must be whole numbers`, place(e));
    }
    if (lists[m].length === 0) first[m] = e;
    lists[m].push([column[e], value === undefined ? 1 : elementOf(field, stored, convention, place(e))]);
  }
  return matrixFromRows({ field, columns, rows: lists, header: () => header, row: (m) => place(first[m]) });
}

function fieldOfEntries({ value, polynomial, header, place }: StoredEntries, options: ReadOptions): GaloisField {
  const stated = options.polynomial ?? polynomial;
  if (options.polynomial !== undefined && polynomial !== undefined && polynomial !== options.polynomial) {
    throw new InputError(`the file states polynomial ${hex(polynomial)}: leave --polynomial out`, header);
  }
  if (stated !== undefined) return fieldOf(2 ** Math.floor(Math.log2(stated)), stated, () => header);
  const binary = galoisField(2);
  if (value === undefined) return binary;
  for (let e = 0; e < value.length; e++) {
    if (value[e] === 0 || value[e] === 1) continue;
    const message =
      `value ${value[e]} is neither 0 nor 1: of a code over GF(q) name the field by its primitive polynomial, ` +
      "for example --polynomial 0x25 for GF(32); a binary matrix is saved modulo 2; a protograph, whose values are numbers of edges, " +
      "is lifted by `ldpc code construct --family met --ensemble FILE`";
    throw new InputError(message, place(e));
  }
  return binary;
}

export function hex(polynomial: number): string {
  return `0x${polynomial.toString(16).toUpperCase()}`;
}

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
