import { InputError, type InputLocation } from "../../../errors.ts";
import { type GaloisField, galoisField } from "../../../galois/field.ts";
import type { Entry } from "../../parity-check-matrix.ts";
import type { FileContent, ReadOptions, ValueConvention } from "../format.ts";
import { fieldOf, matrixFromRows } from "../located-matrix.ts";
import { elementOf } from "../values.ts";

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
