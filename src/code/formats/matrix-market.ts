import { InputError } from "../../errors.ts";
import { hex } from "../../galois/field.ts";
import { rowEntries } from "../parity-check-matrix.ts";
import type { MatrixFormat, ValueConvention } from "./format.ts";
import {
  matrixOfEntries,
  NO_WHOLE_NUMBER,
  type NumberLine,
  numberLines,
  refuseExponents,
  storedValue,
  wholeNumber,
} from "./lists.ts";

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
    const { file } = options;
    const { isArray, hasValues, isSymmetric } = readBanner(text, file);
    const lines = numberLines(text, file, wholeNumber, NO_WHOLE_NUMBER, /%.*$/s);
    const size = lines.next().value;
    if (size === undefined) throw new InputError("the file ends where the sizes should be", { file, line: 1 });
    const stated = /^%.*\bpolynomial (0x[0-9a-f]{1,3}|\d{1,3})\b/im.exec(text)?.[1];
    // Of a short comment: unbounded repetitions would take hours on a hostile line.
    const meaning = /^%.{0,99}\bpolynomial .{0,99}\bvalues: (decimal|exponent\+1|exponent)[ \t\r]*$/im.exec(
      text,
    )?.[1] as ValueConvention | undefined;
    if (meaning !== undefined && options.values !== undefined && options.values !== meaning) {
      throw new InputError(`the file states values: ${meaning}: leave --values out`, { file });
    }
    const values = options.values ?? meaning;
    const header = { file, line: size.line };
    if (isArray) refuseExponents(values, header);
    const { rows, columns, count } = sizesOf(size, isArray, isSymmetric, file);
    if (count > text.length / (isArray ? 2 : 4)) {
      throw new InputError(
        `claims ${rows} × ${columns} with ${count} numbers, more than the file is long: it is cut short or damaged`,
        header,
      );
    }
    const [row, column, value, line]: number[][] = [[], [], [], []];
    // Of an array the next element, column after column, of a symmetric matrix from the diagonal down.
    let [m, n] = [0, 0];
    for (let e = 0; e < count; e++) {
      const next = lines.next().value;
      if (next === undefined) throw new InputError(`the file ends after ${e} of ${count} entries`, header);
      let [element] = next.numbers;
      if (isArray) {
        if (next.numbers.length !== 1)
          throw new InputError("an array has one value on each line", { file, line: next.line });
      } else [m, n, element = 1] = entryOf(next, { rows, columns, hasValues, isSymmetric, file });
      if (element !== 0 || !isArray) {
        for (const [r, c] of isSymmetric && m !== n
          ? [
              [m, n],
              [n, m],
            ]
          : [[m, n]]) {
          row.push(r);
          column.push(c);
          value.push(element);
          line.push(next.line);
        }
      }
      if (isArray && ++m === rows) [m, n] = [isSymmetric ? n + 1 : 0, n + 1];
    }
    const more = lines.next().value;
    if (more !== undefined) {
      throw new InputError(`follows after the ${count} entries that the sizes claim`, { file, line: more.line });
    }
    const polynomial = stated === undefined ? undefined : Number(stated);
    const place = (e: number) => ({ file, line: line[e] });
    const entries = { rows, columns, row, column, polynomial, header, place, ...(hasValues && { value }) };
    return matrixOfEntries(entries, { ...options, values });
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

function readBanner(text: string, file: string) {
  const words = text.slice(0, 200).split("\n", 1)[0].trim().toLowerCase().split(/\s+/);
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
  const isArray = layout === "array";
  return { isArray, hasValues: isArray || values !== "pattern", isSymmetric: symmetry === "symmetric" };
}

function sizesOf({ numbers, line }: NumberLine, isArray: boolean, isSymmetric: boolean, file: string) {
  const [rows, columns, entries] = numbers;
  if (numbers.length !== (isArray ? 2 : 3)) {
    const wanted = isArray ? "of an array are rows and columns" : "are rows, columns and the number of entries";
    throw new InputError(`the sizes ${wanted}`, { file, line });
  }
  if (isSymmetric && rows !== columns) {
    throw new InputError(`a symmetric matrix of ${rows} rows and ${columns} columns is not square`, { file, line });
  }
  return { rows, columns, count: entries ?? (isSymmetric ? (rows * (rows + 1)) / 2 : rows * columns) };
}

interface EntryLimits {
  readonly rows: number;
  readonly columns: number;
  readonly hasValues: boolean;
  readonly isSymmetric: boolean;
  readonly file: string;
}

/** Row and column, from 0, and value of a line of coordinates. */
function entryOf({ numbers, line }: NumberLine, { rows, columns, hasValues, isSymmetric, file }: EntryLimits) {
  const fault = (message: string) => new InputError(message, { file, line });
  if (numbers.length !== (hasValues ? 3 : 2)) {
    const wanted = hasValues ? "row, column and value" : "row and column";
    throw fault(`an entry of ${numbers.length} numbers: it needs ${wanted}`);
  }
  const [m, n, value] = numbers;
  if (m === 0 || n === 0) {
    throw fault("index 0: do the indices count from 0? Matrix Market counts from 1, add 1 to each");
  }
  if (m > rows || n > columns) {
    const swapped = m <= columns && n <= rows ? "; are rows and columns transposed?" : "";
    throw fault(`entry (${m}, ${n}) is outside ${rows} × ${columns}${swapped}`);
  }
  if (isSymmetric && n > m) throw fault(`entry (${m}, ${n}) is above the diagonal of a symmetric matrix`);
  return [m - 1, n - 1, value] as const;
}
