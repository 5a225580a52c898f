import { InputError, type InputLocation, readAt } from "../../errors.ts";
import { largest } from "../../extremes.ts";
import { type GaloisField, galoisField, hex } from "../../galois/field.ts";
import type { Code } from "../code.ts";
import { type Entry, flatRows, matrixOfRows, type RowEntries, rowEntries } from "../parity-check-matrix.ts";
import { placesByKey } from "../tanner-graph.ts";
import type { FileContent, MatrixFormat, ReadOptions, ValueConvention } from "./format.ts";

/**
 * The field element that a number of a file represents.
 * @throws InputError if the convention has no such number: 0 or ≥ q as decimal and exponent+1, ≥ q − 1 as exponent.
 */
export function elementOf(
  field: GaloisField,
  stored: number,
  convention: ValueConvention,
  location: InputLocation,
): number {
  requireExponents(field, convention, location);
  const [low, high] = convention === "exponent" ? [0, field.q - 2] : [1, field.q - 1];
  if (stored < low || stored > high) {
    const range = `as ${convention} it must be in ${low} … ${high} for GF(${field.q})`;
    const others = stored > field.q - 2 ? "decimal or exponent+1" : "exponent";
    const remedy = stored < field.q ? `; --values can say ${others}` : "";
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
  const fault = "is not primitive, so values are no exponents of x: say decimal for the values";
  throw new InputError(`polynomial ${hex(polynomial)} ${fault}`, location);
}

/** The number that represents a nonzero field element. @throws InputError for exponents of a polynomial that is not primitive. */
export function storedValue(field: GaloisField, element: number, convention: ValueConvention): number {
  requireExponents(field, convention);
  if (convention === "decimal") return element;
  return field.log[element] + (convention === "exponent" ? 0 : 1);
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

const COMMENT = 35;
const ZERO = 48;
const DIGITS_MAXIMUM = 10;
const LINE_FEED = 10;
const BYTE_ORDER_MARK = 0xfeff;

function isSpace(character: number): boolean {
  return character === 32 || (character >= 9 && character <= 13) || character === BYTE_ORDER_MARK;
}

/** The lines that are neither empty nor comments, in words that are separated by white space, commas or semicolons, with their numbers from 1. */
export function* wordLines(text: string, comment = /#.*$/s): Generator<{ words: string[]; line: number }, undefined> {
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const content = text.slice(start, end).replace(comment, "").trim();
    start = end + 1;
    line++;
    if (content !== "") yield { words: content.split(/\s*[,;\s]\s*/), line };
  }
  return undefined;
}

/** A line of a file that holds numbers, with its number from 1. */
export interface NumberLine {
  readonly numbers: readonly number[];
  readonly line: number;
}

/**
 * The lines of `wordLines` as numbers.
 * @param numberOf the number of a word, NaN for another word. @param wrong the end of the message for such a word.
 * @throws InputError with file and line.
 */
export function* numberLines(
  text: string,
  file: string,
  numberOf: (word: string) => number,
  wrong: string,
  comment?: RegExp,
): Generator<NumberLine, undefined> {
  for (const { words, line } of wordLines(text, comment)) {
    const numbers = words.map((word) => {
      const number = numberOf(word);
      if (Number.isNaN(number)) throw new InputError(`"${word.slice(0, 20)}" ${wrong}`, { file, line });
      return number;
    });
    yield { numbers, line };
  }
  return undefined;
}

/** @throws InputError for a line that has another count of numbers than the first one. @param first what the first line is. */
export function requireEqualLines(lines: readonly NumberLine[], file: string, first: string): void {
  const wrong = lines.find(({ numbers }) => numbers.length !== lines[0].numbers.length);
  if (wrong === undefined) return;
  const [own, others] = [wrong, lines[0]].map(({ numbers }) => numbers.length);
  throw new InputError(`${own} numbers: the first ${first} has ${others}`, { file, line: wrong.line });
}

/** A whole number from 0 on, which may be written as a float; NaN for another word. */
export function wholeNumber(word: string): number {
  const number = /^[\d.eE+-]{1,40}$/.test(word) ? Number(word) : Number.NaN;
  return Number.isSafeInteger(number) && number >= 0 ? number : Number.NaN;
}

/** The end of the message for a word that is none. */
export const NO_WHOLE_NUMBER = "is no whole number from 0 on";

/**
 * A format of codes over GF(2) alone, which refuses other fields and meanings of values.
 * @param what a file of the format, in messages.
 */
export function binaryFormat(what: string, format: MatrixFormat): MatrixFormat {
  return {
    ...format,
    read(text, options) {
      const { file, values, polynomial } = options;
      const option = values !== undefined ? "values" : (polynomial ?? 3) !== 3 ? "polynomial" : undefined;
      if (option === undefined) return format.read(text, options);
      throw new InputError(`${what} is over GF(2) and holds no values: leave --${option} out`, { file, line: 1 });
    },
    write(code, options) {
      const { q } = code.matrix.field;
      if (q !== 2) throw new InputError(`${what} is over GF(2), not GF(${q}): write .json or .mtx`);
      if (options?.values !== undefined) throw new InputError(`${what} holds no values: leave --to-values out`);
      return format.write(code, options);
    },
  };
}

/**
 * The matrix of rows as read from a file, after the checks that every file needs. Nothing is allocated by the sizes of the header before the number
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
}: {
  readonly field: GaloisField;
  readonly columns: number;
  /** Columns from 0, values as field elements. */
  readonly rows: RowEntries;
  /** Place of the code length, and of row m; computed only for an error message. */
  readonly header: () => InputLocation;
  readonly row: (m: number) => InputLocation;
}): Pick<Code, "matrix" | "emptyRows"> {
  const { start, column } = rows;
  for (const [count, what] of [
    [columns, "columns"],
    [start.length - 1, "rows"],
  ] as const) {
    if (2 * column.length >= count) continue;
    throw new InputError(
      `${count} ${what} but only ${column.length} entries: more than half of the ${what} have none`,
      header(),
    );
  }
  const matrix = matrixOfRows(field, columns, rows, place);
  const isEmpty = (m: number) => start[m] === start[m + 1];
  const empty = Uint32Array.from(matrix.checkStart.keys()).filter(isEmpty);
  if (empty.length === 0) return { matrix };
  const checkStart = matrix.checkStart.filter((_, m) => !isEmpty(m));
  return { matrix: { ...matrix, rows: checkStart.length - 1, checkStart }, emptyRows: empty };
}

/** `galoisField` whose errors carry the place of the field's description. */
export function fieldOf(q: number, polynomial: number | undefined, place: () => InputLocation): GaloisField {
  return readAt(place, () => galoisField(q, polynomial));
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
  /** Field element of each entry, 0 of a stored zero. */
  const element = new Uint8Array(row.length);
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
    element[e] = value === undefined ? 1 : elementOf(field, stored, convention, place(e));
  }
  const kept = Uint32Array.from(element.keys()).filter((e) => element[e] !== 0);
  const { start, order: places } = placesByKey(
    kept.map((e) => row[e]),
    rows,
  );
  /** Entries row by row. */
  const order = places.map((i) => kept[i]);
  return matrixFromRows({
    field,
    columns,
    rows: { start, column: Float64Array.from(order, (e) => column[e]), value: order.map((e) => element[e]) },
    header: () => header,
    row: (m) => place(order[start[m]]),
  });
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

/**
 * A matrix written out, a row a line: `0 1 1`, `0,1,1` or `011`, as `numpy.savetxt` and spreadsheets write it (`1.0e+00` is a 1, too). Comments
 * begin with #. A 0 is no entry under every meaning of the values.
 */
export const dense: MatrixFormat = {
  description: "dense text, a row of zeros and ones (or of field elements) a line",
  extensions: [".csv"],
  holds: [],
  read(text, options) {
    const { file } = options;
    refuseExponents(options.values, { file, line: 1 });
    const [row, column, value, lineOf]: number[][] = [[], [], [], []];
    // "10" is a field element where there can be one.
    const isBinary = options.polynomial === undefined || options.polynomial === 3;
    let rows = 0;
    let columns = 0;
    for (const { words, line } of wordLines(text)) {
      const values = isBinary && words.length === 1 && /^[01]{2,}$/.test(words[0]) ? [...words[0]] : words;
      if (rows === 0) columns = values.length;
      if (values.length !== columns) {
        throw new InputError(`${values.length} values in a row: the first row has ${columns}`, { file, line });
      }
      values.forEach((word, n) => {
        const number = wholeNumber(word);
        if (Number.isNaN(number)) throw new InputError(`"${word.slice(0, 20)}" ${NO_WHOLE_NUMBER}`, { file, line });
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
export const rowLists = (base: 0 | 1): MatrixFormat =>
  binaryFormat("a file of row lists", {
    description: `columns of the ones of each row, a row a line, from ${base}`,
    extensions: [],
    holds: [],
    read(text, { file }) {
      const indexOf = (word: string) =>
        /^\d{1,10}$/.test(word) && Number(word) >= base ? Number(word) - base : Number.NaN;
      const lines = [...numberLines(text, file, indexOf, `is no column index from ${base} on`)];
      const header = { file, line: lines[0]?.line ?? 1 };
      if (lines.length === 0) throw new InputError("holds no row", header);
      return matrixFromRows({
        field: galoisField(2),
        columns: 1 + largest(lines.map(({ numbers }) => largest(numbers))),
        rows: flatRows(lines.map(({ numbers }) => numbers.map((n): Entry => [n, 1]))),
        header: () => header,
        row: (m) => ({ file, line: lines[m].line }),
      });
    },
    write({ matrix }) {
      const { rows, columns, variable } = matrix;
      if (!variable.includes(columns - 1)) {
        throw new InputError(
          `row lists cannot show that symbol ${columns - 1}, which no check contains, is there: write .json or .mtx`,
        );
      }
      const lines = Array.from({ length: rows }, (_, m) =>
        rowEntries(matrix, m)
          .map(([n]) => n + base)
          .join(" "),
      );
      const empty = lines.indexOf("");
      if (empty >= 0) throw new InputError(`row lists cannot hold row ${empty}, which is empty: write .json or .mtx`);
      return `${lines.join("\n")}\n`;
    },
  });
