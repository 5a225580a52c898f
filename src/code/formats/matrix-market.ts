import { InputError } from "../../errors.ts";
import { rowEntries } from "../parity-check-matrix.ts";
import type { FileContent, MatrixFormat, ReadOptions, ValueConvention } from "./format.ts";
import { hex, matrixOfEntries, type StoredEntries, storedValue } from "./lists.ts";

/** A line of a file that holds numbers, with its number from 1. */
interface NumberLine {
  readonly numbers: readonly number[];
  readonly line: number;
}

/**
 * Matrix Market (NIST, "The Matrix Market Exchange Formats", 1996): `coordinate` with indices from 1, or `array`, column
 * after column; `pattern`, `integer`, or `real` with whole values; `general`, or `symmetric` with the lower triangle alone, as scipy
 * writes a square symmetric matrix by itself. A comment `polynomial 0x25, values: exponent` states the field and the meaning of the
 * values, which the format has no place for.
 */
export const matrixMarket: MatrixFormat = {
  description: "Matrix Market: pattern, or values as whole numbers",
  extensions: [".mtx"],
  holds: ["field size", "polynomial"],
  read(text, options) {
    const { layout, values, isSymmetric } = readBanner(text, options.file);
    const lines = numberLines(text, options.file);
    const size = lines.next();
    if (size.done) throw new InputError("the file ends where the sizes should be", { file: options.file, line: 1 });
    const stated = /^%.*\bpolynomial (0x[0-9a-f]{1,3}|\d{1,3})\b/im.exec(text)?.[1];
    // Of a short comment: unbounded repetitions would take hours on a hostile line.
    const meaning = /^%.{0,99}\bpolynomial .{0,99}\bvalues: (decimal|exponent\+1|exponent)[ \t\r]*$/im.exec(
      text,
    )?.[1] as ValueConvention | undefined;
    if (meaning !== undefined && options.values !== undefined && options.values !== meaning) {
      throw new InputError(`the file states values: ${meaning}: leave --values out`, { file: options.file });
    }
    const source: Source = {
      size: size.value,
      lines,
      text,
      options: { ...options, values: options.values ?? meaning },
      polynomial: stated === undefined ? undefined : Number(stated),
      isSymmetric,
    };
    return layout === "array" ? readArray(source) : readCoordinates(source, values !== "pattern");
  },
  write({ matrix }, { values = "decimal" } = {}) {
    const { field, rows, columns, variable } = matrix;
    const isBinary = field.q === 2;
    const lines = [
      `%%MatrixMarket matrix coordinate ${isBinary ? "pattern" : "integer"} general`,
      ...(isBinary ? [] : [`% GF(${field.q}), polynomial ${hex(field.polynomial)}, values: ${values}`]),
      `${rows} ${columns} ${variable.length}`,
    ];
    for (let m = 0; m < rows; m++) {
      for (const [n, element] of rowEntries(matrix, m)) {
        lines.push(`${m + 1} ${n + 1}${isBinary ? "" : ` ${storedValue(field, element, values)}`}`);
      }
    }
    return `${lines.join("\n")}\n`;
  },
};

interface Source {
  readonly size: NumberLine;
  readonly lines: Iterator<NumberLine>;
  readonly text: string;
  readonly options: ReadOptions;
  readonly polynomial?: number;
  readonly isSymmetric: boolean;
}

function readBanner(text: string, file: string): { layout: string; values: string; isSymmetric: boolean } {
  const banner = text.slice(0, 200).split("\n", 1)[0].trim().toLowerCase();
  const words = banner.split(/\s+/);
  const place = { file, line: 1 };
  if (words[0] !== "%%matrixmarket" || words[1] !== "matrix" || words.length !== 5) {
    const form = "%%MatrixMarket matrix coordinate pattern general";
    throw new InputError(`a Matrix Market file begins with a line such as "${form}"`, place);
  }
  const [, , layout, values, symmetry] = words;
  for (const [word, known] of [
    [layout, ["coordinate", "array"]],
    [values, ["pattern", "integer", "real"]],
    [symmetry, ["general", "symmetric"]],
  ] as const) {
    if (!(known as readonly string[]).includes(word)) {
      const remedy = word === symmetry ? '; scipy.io.mmwrite(file, matrix, symmetry="general") writes all entries' : "";
      throw new InputError(`"${word}" is not read: a parity-check matrix is ${known.join(" or ")}${remedy}`, place);
    }
  }
  return { layout, values, isSymmetric: symmetry === "symmetric" };
}

/** @throws InputError unless a symmetric matrix is square. */
function requireSquare({ size, options, isSymmetric }: Source): void {
  const [rows, columns] = size.numbers;
  if (!isSymmetric || rows === columns) return;
  throw new InputError(`a symmetric matrix of ${rows} rows and ${columns} columns is not square`, {
    file: options.file,
    line: size.line,
  });
}

function readCoordinates(source: Source, hasValues: boolean): FileContent {
  const { size, lines, text, options, polynomial, isSymmetric } = source;
  const { file } = options;
  const header = { file, line: size.line };
  if (size.numbers.length !== 3) throw new InputError("the sizes are rows, columns and the number of entries", header);
  requireSquare(source);
  const [rows, columns, count] = size.numbers;
  if (count > text.length / 4) {
    throw new InputError(`claims ${count} entries, more than the file is long: it is cut short or damaged`, header);
  }
  const room = isSymmetric ? 2 * count : count;
  const row = new Float64Array(room);
  const column = new Float64Array(room);
  const value = hasValues ? new Float64Array(room) : undefined;
  const line = new Uint32Array(room);
  let found = 0;
  const add = (m: number, n: number, element: number, at: number) => {
    row[found] = m - 1;
    column[found] = n - 1;
    if (value !== undefined) value[found] = element;
    line[found++] = at;
  };
  for (let e = 0; e < count; e++) {
    const next = lines.next();
    if (next.done) throw new InputError(`the file ends after ${e} of ${count} entries`, header);
    const { numbers } = next.value;
    const place = { file, line: next.value.line };
    if (numbers.length !== (hasValues ? 3 : 2)) {
      const wanted = hasValues ? "row, column and value" : "row and column";
      throw new InputError(`an entry of ${numbers.length} numbers: it needs ${wanted}`, place);
    }
    if (numbers[0] === 0 || numbers[1] === 0) {
      throw new InputError("index 0: do the indices count from 0? Matrix Market counts from 1, add 1 to each", place);
    }
    if (numbers[0] > rows || numbers[1] > columns) {
      const swapped = numbers[0] <= columns && numbers[1] <= rows ? "; are rows and columns transposed?" : "";
      throw new InputError(`entry (${numbers[0]}, ${numbers[1]}) is outside ${rows} × ${columns}${swapped}`, place);
    }
    if (isSymmetric && numbers[1] > numbers[0]) {
      throw new InputError(`entry (${numbers[0]}, ${numbers[1]}) is above the diagonal of a symmetric matrix`, place);
    }
    add(numbers[0], numbers[1], numbers[2], next.value.line);
    if (isSymmetric && numbers[0] !== numbers[1]) add(numbers[1], numbers[0], numbers[2], next.value.line);
  }
  refuseMore(lines, file, `${count} entries`);
  return matrixOfEntries(
    {
      ...{ rows, columns, row: row.subarray(0, found), column: column.subarray(0, found) },
      value: value?.subarray(0, found),
      ...{ polynomial, header, place: (e) => ({ file, line: line[e] }) },
    },
    options,
  );
}

function readArray(source: Source): FileContent {
  const { size, lines, text, options, polynomial, isSymmetric } = source;
  const { file } = options;
  const header = { file, line: size.line };
  if (size.numbers.length !== 2) throw new InputError("the sizes of an array are rows and columns", header);
  if (options.values === "exponent") {
    throw new InputError("a 0 of an array is no entry, so values cannot be exponents from 0: save coordinates", header);
  }
  requireSquare(source);
  const [rows, columns] = size.numbers;
  const count = isSymmetric ? (rows * (rows + 1)) / 2 : rows * columns;
  if (count > text.length / 2) {
    throw new InputError(`claims ${rows} × ${columns} values, more than the file is long`, header);
  }
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  const line: number[] = [];
  // Column after column, of a symmetric matrix from the diagonal down.
  let [m, n] = [0, 0];
  for (let i = 0; i < count; i++) {
    const next = lines.next();
    if (next.done) throw new InputError(`the file ends after ${i} of ${count} values`, header);
    const place = { file, line: next.value.line };
    if (next.value.numbers.length !== 1) throw new InputError("an array has one value on each line", place);
    const [element] = next.value.numbers;
    for (const [r, c] of isSymmetric && m !== n
      ? [
          [m, n],
          [n, m],
        ]
      : [[m, n]]) {
      if (element === 0) break;
      row.push(r);
      column.push(c);
      value.push(element);
      line.push(next.value.line);
    }
    m++;
    if (m === rows) [m, n] = [isSymmetric ? n + 1 : 0, n + 1];
  }
  refuseMore(lines, file, `${count} values`);
  const entries: StoredEntries = { rows, columns, row, column, header, place: (e) => ({ file, line: line[e] }) };
  return matrixOfEntries({ ...entries, value, polynomial }, options);
}

function refuseMore(lines: Iterator<NumberLine>, file: string, claimed: string): void {
  const more = lines.next();
  if (!more.done)
    throw new InputError(`follows after the ${claimed} that the sizes claim`, { file, line: more.value.line });
}

/** The lines that are neither empty nor comments. @throws InputError for a word that is no whole number from 0 on. */
function* numberLines(text: string, file: string): Generator<NumberLine, undefined> {
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const content = text.slice(start, end).trim();
    start = end + 1;
    line++;
    if (content === "" || content.startsWith("%")) continue;
    const numbers = content.split(/\s+/, 4).map((word) => {
      const number = /^[\d.eE+-]{1,40}$/.test(word) ? Number(word) : Number.NaN;
      if (Number.isSafeInteger(number) && number >= 0) return number;
      throw new InputError(`"${word.slice(0, 20)}" is no whole number from 0 on`, { file, line });
    });
    yield { numbers, line };
  }
  return undefined;
}
