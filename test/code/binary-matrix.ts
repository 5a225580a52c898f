import { type ParityCheckMatrix, parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../src/galois/field.ts";

/** The matrix over GF(2) with ones in the given columns of each row. */
export function binaryMatrix(columns: number, rows: readonly (readonly number[])[]): ParityCheckMatrix {
  const entries = rows.map((row) => row.map((column) => [column, 1] as const));
  return parityCheckMatrix(galoisField(2), columns, entries);
}
