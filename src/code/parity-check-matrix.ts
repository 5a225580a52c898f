import { InputError, type InputLocation } from "../errors.ts";
import { type GaloisField, galoisField, multiply } from "../galois/field.ts";

/**
 * Sparse parity-check matrix H over GF(q), row by row. Column indices ascend within a row, values are nonzero.
 * @example
 * const { rows, columns, checkStart, variable, value }: ParityCheckMatrix = code.matrix;
 * const [first, end] = [checkStart[0], checkStart[1]]; // the entries of row 0
 * variable.subarray(first, end).length === value.subarray(first, end).length; // → true
 */
export interface ParityCheckMatrix {
  /** GF(q). */
  readonly field: GaloisField;
  /** M: number of check nodes. */
  readonly rows: number;
  /** N: number of variable nodes, the code length in symbols. */
  readonly columns: number;
  /** Entries of row m are checkStart[m] … checkStart[m + 1] − 1; length M + 1. */
  readonly checkStart: Uint32Array;
  /** Column of each entry. */
  readonly variable: Uint32Array;
  /** Field element of each entry, 1 … q − 1. */
  readonly value: Uint8Array;
}

/** One nonzero entry of a row: column from 0, field element. */
export type Entry = readonly [column: number, value: number];

/**
 * Builds a matrix from its rows of entries, in any order within a row.
 * @param field as `galoisField` makes it.
 * @param columns N.
 * @param rows M rows of [column from 0, element 1 … q − 1]. A column may have no entry: no check protects its symbol.
 * @throws InputError for an empty row, a column outside 0 … columns − 1, a value outside 1 … q − 1, an entry given
 * twice, or no rows at all.
 * @example
 * const rows: [column: number, value: number][][] = [[[0, 1], [1, 1], [2, 1]], [[1, 1], [2, 1], [3, 1]]];
 * parityCheckMatrix(galoisField(2), 4, rows).checkStart[2]; // → 6
 */
export function parityCheckMatrix(
  field: GaloisField,
  columns: number,
  rows: readonly (readonly Entry[])[],
): ParityCheckMatrix {
  if (!Number.isInteger(columns) || columns < 1)
    throw new InputError(`code length ${columns} is not a positive integer`);
  if (rows.length === 0) throw new InputError("the matrix has no rows");
  const empty = rows.findIndex((row) => row.length === 0);
  if (empty >= 0) throw new InputError(`row ${empty} is empty: delete it, it checks nothing`);
  return matrixOfRows(field, columns, flatRows(rows));
}

/** Entries row by row in flat arrays, since a list for each of a million rows costs seconds: row m has start[m] … start[m + 1] − 1. */
export interface RowEntries {
  readonly start: ArrayLike<number>;
  readonly column: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

export function flatRows(rows: readonly (readonly Entry[])[]): RowEntries {
  const start = new Uint32Array(rows.length + 1);
  rows.forEach((row, m) => {
    start[m + 1] = start[m] + row.length;
  });
  // Doubles hold what is not checked yet.
  const [column, value] = [0, 1].map(() => new Float64Array(start[rows.length]));
  rows.forEach((row, m) => {
    row.forEach((entry, j) => {
      column[start[m] + j] = numberOf(entry[0]);
      value[start[m] + j] = numberOf(entry[1]);
    });
  });
  return { start, column, value };
}

/** An array of doubles would take texts and truth values, which callers without types may give, as numbers. */
const numberOf = (given: unknown): number => (typeof given === "number" ? given : Number.NaN);

/**
 * The matrix of entries in any order within a row; rows may be empty.
 * @param place of row m, for errors.
 * @throws InputError for an entry outside the matrix, a value that is no nonzero element, or an entry given twice.
 */
export function matrixOfRows(
  field: GaloisField,
  columns: number,
  { start, column, value }: RowEntries,
  place: (m: number) => InputLocation = () => ({}),
): ParityCheckMatrix {
  const rows = start.length - 1;
  const variable = new Uint32Array(column);
  const element = new Uint8Array(value);
  for (let m = 0; m < rows; m++) {
    let isAscending = true;
    for (let e = start[m]; e < start[m + 1]; e++) {
      if (!Number.isInteger(column[e]) || column[e] < 0 || column[e] >= columns) {
        throw new InputError(`row ${m}: column ${column[e]} is outside 0 … ${columns - 1}`, place(m));
      }
      if (!Number.isInteger(value[e]) || value[e] < 1 || value[e] >= field.q) {
        const range = `1 … ${field.q - 1} of GF(${field.q})`;
        throw new InputError(`row ${m}, column ${column[e]}: value ${value[e]} is outside ${range}`, place(m));
      }
      if (e > start[m] && column[e - 1] >= column[e]) isAscending = false;
    }
    if (isAscending) continue;
    const order = Array.from({ length: start[m + 1] - start[m] }, (_, j) => start[m] + j);
    order.sort((a, b) => column[a] - column[b]);
    order.forEach((e, j) => {
      if (j > 0 && column[order[j - 1]] === column[e])
        throw new InputError(`row ${m}: column ${column[e]} is given twice`, place(m));
      variable[start[m] + j] = column[e];
      element[start[m] + j] = value[e];
    });
  }
  return { field, rows, columns, checkStart: new Uint32Array(start), variable, value: element };
}

/** The columns without entries, ascending: symbols that no check protects. */
export function emptyColumns({ columns, variable }: ParityCheckMatrix): number[] {
  const used = new Uint8Array(columns);
  for (const column of variable) used[column] = 1;
  const empty: number[] = [];
  for (let n = 0; n < columns; n++) if (used[n] === 0) empty.push(n);
  return empty;
}

/** The entries of row m, columns ascending. */
export function rowEntries(matrix: ParityCheckMatrix, m: number): Entry[] {
  const entries: Entry[] = [];
  for (let e = matrix.checkStart[m]; e < matrix.checkStart[m + 1]; e++) {
    entries.push([matrix.variable[e], matrix.value[e]]);
  }
  return entries;
}

/** Row m, [N]. */
export function denseRow(matrix: ParityCheckMatrix, m: number): Uint8Array {
  const dense = new Uint8Array(matrix.columns);
  for (let e = matrix.checkStart[m]; e < matrix.checkStart[m + 1]; e++) dense[matrix.variable[e]] = matrix.value[e];
  return dense;
}

/** The first row of one matrix that is not orthogonal to a row of another, that row, and Σ a_j·b_j; undefined if all are orthogonal. */
export function unorthogonalRows(
  a: ParityCheckMatrix,
  b: ParityCheckMatrix,
): readonly [row: number, other: number, product: number] | undefined {
  const ofColumn = Array.from({ length: b.columns }, (): [row: number, value: number][] => []);
  for (let row = 0; row < b.rows; row++) for (const [j, value] of rowEntries(b, row)) ofColumn[j].push([row, value]);
  for (let row = 0; row < a.rows; row++) {
    const sums = new Map<number, number>();
    for (const [j, value] of rowEntries(a, row)) {
      for (const [other, each] of ofColumn[j]) sums.set(other, (sums.get(other) ?? 0) ^ multiply(a.field, value, each));
    }
    for (const [other, product] of sums) if (product !== 0) return [row, other, product];
  }
  return undefined;
}

/**
 * The binary image of H over GF(2^p): p·M checks of the p·N bits of a word, least significant bit first. Row p·m + i holds bit i of check
 * m; in column p·n + j stands bit i of h·b_j.
 * @param basis b_j, p independent elements; the powers x^j if left out.
 */
export function binaryImage(matrix: ParityCheckMatrix, basis?: readonly number[]): ParityCheckMatrix {
  const { field, rows, columns, checkStart, variable, value: values } = matrix;
  const { p, q } = field;
  const products = Uint8Array.from({ length: q * p }, (_, i) =>
    multiply(field, Math.floor(i / p), basis?.[i % p] ?? 1 << (i % p)),
  );
  const start = new Uint32Array(rows * p + 1);
  const bits = new Uint32Array(values.length * p * p);
  let count = 0;
  for (let m = 0; m < rows; m++) {
    for (let i = 0; i < p; i++) {
      for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
        for (let j = 0; j < p; j++) if ((products[values[e] * p + j] >> i) & 1) bits[count++] = p * variable[e] + j;
      }
      start[p * m + i + 1] = count;
    }
  }
  return {
    field: galoisField(2),
    rows: rows * p,
    columns: columns * p,
    checkStart: start,
    variable: bits.slice(0, count),
    value: new Uint8Array(count).fill(1),
  };
}
