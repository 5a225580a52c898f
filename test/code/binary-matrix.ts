import { type BaseEntry, type BaseMatrix, baseMatrix } from "../../src/code/base-matrix.ts";
import { type Entry, type ParityCheckMatrix, parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../src/galois/field.ts";

/** The matrix over GF(2) with ones in the given columns of each row. */
export function binaryMatrix(columns: number, rows: readonly (readonly number[])[]): ParityCheckMatrix {
  const entries = rows.map((row) => row.map((column) => [column, 1] as const));
  return parityCheckMatrix(galoisField(2), columns, entries);
}

/** Entries of rows that are written out, such as "1 2 0". */
export function entriesOf(...rows: string[]): Entry[][] {
  return rows.map((row) => row.split(" ").flatMap((word, n): Entry[] => (word === "0" ? [] : [[n, Number(word)]])));
}

/** The matrix with these rows over GF(q). */
export function denseMatrix(q: number, ...rows: string[]): ParityCheckMatrix {
  return parityCheckMatrix(galoisField(q), rows[0].split(" ").length, entriesOf(...rows));
}

/** Circulants of rows of shifts in the papers' notation: − for an empty block, 0,1 for two circulants. */
export function shiftEntries(...rows: string[]): BaseEntry[] {
  return rows.flatMap((row, r) =>
    row.split(" ").flatMap((word, c) => (word === "-" ? [] : word.split(",").map((s): BaseEntry => [r, c, Number(s)]))),
  );
}

/** The base matrix with these rows of shifts. */
export function shiftMatrix(liftingSize: number, ...rows: string[]): BaseMatrix {
  return baseMatrix(rows.length, rows[0].split(" ").length, liftingSize, shiftEntries(...rows));
}
