import { InputError, type InputLocation } from "../../errors.ts";
import { type GaloisField, galoisField } from "../../galois/field.ts";
import type { Code } from "../code.ts";
import { type Entry, parityCheckMatrix } from "../parity-check-matrix.ts";

/**
 * Rows of a matrix as read from a file, and their places in the file; a place is computed only for an error message.
 */
export interface LocatedRows {
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
