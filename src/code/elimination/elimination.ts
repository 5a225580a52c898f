import { InputError } from "../../errors.ts";
import { type GaloisField, inverse } from "../../galois/field.ts";
import { addScaled, scale } from "../../galois/vector.ts";
import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import { finish, type Steps } from "../steps.ts";
import { bitReduction } from "./bit-elimination.ts";
import { type BitRows, patternBitRows, unpackBitRow } from "./bit-rows.ts";

/** Reduced row echelon form of H, with pivots in the last columns that allow it. */
export interface Elimination {
  /** Column of each pivot, descending. Its length is the rank of H. */
  readonly pivotColumns: readonly number[];
  /** Row of a pivot, N bytes: one in its pivot column, zero in every other pivot column. */
  readonly pivotRow: (pivot: number) => Uint8Array;
}

/**
 * Gauss-Jordan elimination of H over GF(q) on dense rows, a byte an element, of GF(2) a bit. The set of pivot columns is the last one in
 * lexicographic order that is independent, so it depends on the code alone and not on the order of the rows.
 * @throws InputError for a matrix of more than `DENSE_ELEMENTS_MAXIMUM` elements.
 */
export function eliminate(matrix: ParityCheckMatrix): Elimination {
  return finish(eliminationSteps(matrix));
}

/** `eliminate` in steps of a few pivots. @throws InputError as `eliminate`, at the first step. */
export function* eliminationSteps(matrix: ParityCheckMatrix): Steps<Elimination> {
  requireDense(matrix);
  if (matrix.field.q === 2) return yield* bitSteps(patternBitRows(matrix), matrix.columns);
  return yield* rowSteps(matrix.field, denseRows(matrix), matrix.columns);
}

/**
 * The pivot columns of `eliminate` alone, descending, by forward elimination: a third of the time, and no pivot rows.
 * @throws InputError as `eliminate`, at the first step.
 */
export function* pivotColumnSteps(matrix: ParityCheckMatrix): Steps<readonly number[]> {
  requireDense(matrix);
  if (matrix.field.q === 2) return yield* bitReduction(patternBitRows(matrix), descending(matrix.columns), true);
  return (yield* rowSteps(matrix.field, denseRows(matrix), matrix.columns, true)).pivotColumns;
}

function requireDense(matrix: ParityCheckMatrix): void {
  if (isDenseTooLarge(matrix)) {
    throw new InputError(`a matrix of ${matrix.rows} × ${matrix.columns} is too large for dense elimination`);
  }
}

/** Elements of the largest matrix that is eliminated densely, a byte each. */
export const DENSE_ELEMENTS_MAXIMUM = 2 ** 30;

/** Whether a matrix has too many elements to be eliminated densely. */
export function isDenseTooLarge({ rows, columns }: Pick<ParityCheckMatrix, "rows" | "columns">): boolean {
  return rows * columns > DENSE_ELEMENTS_MAXIMUM;
}

/** @param forward reduces only the rows that are no pivot yet; `pivotRow` must then not be called. */
function* rowSteps(field: GaloisField, rows: Uint8Array[], columns: number, forward = false): Steps<Elimination> {
  const pivotColumns: number[] = [];
  // rows[0 … pivotColumns.length − 1] are the pivot rows so far.
  for (let column = columns - 1; column >= 0 && pivotColumns.length < rows.length; column--) {
    const rank = pivotColumns.length;
    const found = lightestRow(rows, rank, column);
    if (found < 0) continue;
    [rows[rank], rows[found]] = [rows[found], rows[rank]];
    const pivot = rows[rank];
    scale(field, pivot, inverse(field, pivot[column]));
    // While every column from here on is a pivot, the pivot row is zero beyond this one.
    const end = rank === columns - 1 - column ? column + 1 : columns;
    for (let r = forward ? rank : 0; r < rows.length; r++) {
      if (r !== rank && rows[r][column] !== 0) addScaled(field, rows[r], pivot, rows[r][column], 0, end);
    }
    pivotColumns.push(column);
    yield Math.max(pivotColumns.length / rows.length, (columns - column) / columns);
  }
  return { pivotColumns, pivotRow: (pivot) => rows[pivot] };
}

function* bitSteps(matrix: BitRows, columns: number): Steps<Elimination> {
  const pivotColumns = yield* bitReduction(matrix, descending(columns));
  return { pivotColumns, pivotRow: (pivot) => unpackBitRow(matrix, pivot, columns) };
}

/** Columns in the order in which they are tried. */
function descending(columns: number): Uint32Array {
  return Uint32Array.from({ length: columns }, (_, i) => columns - 1 - i);
}

function denseRows({ rows, columns, checkStart, variable, value }: ParityCheckMatrix): Uint8Array[] {
  return Array.from({ length: rows }, (_, m) => {
    const row = new Uint8Array(columns);
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) row[variable[e]] = value[e];
    return row;
  });
}

/**
 * Among the rows from `first` on with a nonzero in the column, the row that fills other rows least; −1 if no row has a
 * nonzero. The choice changes the time, not the result.
 */
function lightestRow(rows: readonly Uint8Array[], first: number, column: number): number {
  let best = -1;
  let bestWeight = Number.POSITIVE_INFINITY;
  for (let r = first; r < rows.length; r++) {
    if (rows[r][column] === 0) continue;
    let weight = 0;
    for (const element of rows[r]) if (element !== 0) weight++;
    if (weight < bestWeight) {
      best = r;
      bestWeight = weight;
    }
  }
  return best;
}
