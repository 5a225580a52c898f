import { type GaloisField, inverse } from "../../galois/field.ts";
import { addScaled, scale } from "../../galois/vector.ts";

/** A sparse matrix over GF(q) by its rows, and the places of each column's entries. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  /** Entries of row r are rowStart[r] … rowStart[r + 1] − 1. */
  readonly rowStart: Uint32Array;
  readonly column: Uint32Array;
  readonly value: Uint8Array;
  /** Rows of column c are columnRow[columnStart[c] … columnStart[c + 1] − 1]. */
  readonly columnStart: Uint32Array;
  readonly columnRow: Uint32Array;
}

/** The order in which columns are eliminated. */
export interface InactivationPlan {
  /** Row and column of each pivot in order: the other columns of its row are inactive or pivots before it. */
  readonly pivots: readonly (readonly [row: number, column: number])[];
  /** For each column its index among the inactive columns, −1 for pivots. */
  readonly inactive: Int32Array;
  readonly inactives: number;
}

/**
 * Chooses pivots so that few columns become dense. While a row has one active column, that column is a pivot. When no
 * such row exists, a column of a row with few active columns is made inactive: the column that leaves most rows with
 * one. This is the method of Raptor codes' decoders (RFC 6330, 5.4.2).
 */
export function inactivationPlan(matrix: SparseMatrix): InactivationPlan {
  const { rows, columns, rowStart, column, columnStart, columnRow } = matrix;
  const degree = Uint32Array.from({ length: rows }, (_, r) => rowStart[r + 1] - rowStart[r]);
  const isActive = new Uint8Array(columns).fill(1);
  const inactive = new Int32Array(columns).fill(-1);
  const pivots: [number, number][] = [];
  // Rows by the number of their active columns; a row that has fewer by now stands in another list too.
  const byDegree: number[][] = [];
  const file = (r: number): void => {
    for (let d = byDegree.length; d <= degree[r]; d++) byDegree.push([]);
    byDegree[degree[r]].push(r);
  };
  for (let r = 0; r < rows; r++) file(r);
  const retire = (c: number): void => {
    isActive[c] = 0;
    for (let e = columnStart[c]; e < columnStart[c + 1]; e++) {
      degree[columnRow[e]]--;
      file(columnRow[e]);
    }
  };
  const rowsOfDegreeTwo = (c: number): number => {
    let count = 0;
    for (let e = columnStart[c]; e < columnStart[c + 1]; e++) if (degree[columnRow[e]] === 2) count++;
    return count;
  };
  let inactives = 0;
  for (let d = 1; d < byDegree.length; ) {
    const r = byDegree[d].pop();
    if (r === undefined) d++;
    else if (degree[r] === d) {
      const active = column.subarray(rowStart[r], rowStart[r + 1]).filter((c) => isActive[c] === 1);
      if (d === 1) pivots.push([r, active[0]]);
      const chosen = d === 1 ? active[0] : active.reduce((a, b) => (rowsOfDegreeTwo(b) > rowsOfDegreeTwo(a) ? b : a));
      if (d > 1) inactive[chosen] = inactives++;
      retire(chosen);
      d = 1;
    }
  }
  return { pivots, inactive, inactives };
}

/**
 * Rank by the plan: each pivot row becomes its pivot and a dense vector over the inactive columns, and the rank of all other rows over
 * these is found densely. Takes time in proportion to the entries times the number of inactive columns.
 */
export function plannedRank(field: GaloisField, matrix: SparseMatrix, plan: InactivationPlan): number {
  const { pivots, inactive, inactives } = plan;
  const { rows, columns, rowStart, column, value } = matrix;
  const vectorOf = new Int32Array(columns).fill(-1);
  const vectors = new Uint8Array(pivots.length * inactives);
  /** A row without its pivot, as a vector over the inactive columns, with its earlier pivots eliminated. */
  const reduce = (r: number, target: Uint8Array, pivot = -1): void => {
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) {
      const c = column[e];
      if (inactive[c] >= 0) target[inactive[c]] ^= value[e];
      else if (c !== pivot) {
        const first = vectorOf[c] * inactives;
        addScaled(field, target, vectors.subarray(first, first + inactives), value[e]);
      }
    }
  };
  const isPivot = new Uint8Array(rows);
  for (const [i, [r, c]] of pivots.entries()) {
    isPivot[r] = 1;
    const own = vectors.subarray(i * inactives, (i + 1) * inactives);
    reduce(r, own, c);
    const at = column.subarray(rowStart[r], rowStart[r + 1]).indexOf(c);
    scale(field, own, inverse(field, value[rowStart[r] + at]));
    vectorOf[c] = i;
  }
  // Rows in echelon form, by the column of their first element, which is 1.
  const echelon = new Map<number, Uint8Array>();
  for (let r = 0; r < rows && echelon.size < inactives; r++) {
    if (isPivot[r]) continue;
    const rest = new Uint8Array(inactives);
    reduce(r, rest);
    const first = reduceByEchelon(field, rest, echelon);
    if (first < 0) continue;
    scale(field, rest, inverse(field, rest[first]));
    echelon.set(first, rest);
  }
  return pivots.length + echelon.size;
}

/**
 * Subtracts rows in echelon form. @returns the first column that stays nonzero; −1 if the vector depends on the rows.
 */
function reduceByEchelon(field: GaloisField, vector: Uint8Array, echelon: ReadonlyMap<number, Uint8Array>): number {
  for (let c = 0; c < vector.length; c++) {
    if (vector[c] === 0) continue;
    const row = echelon.get(c);
    if (row === undefined) return c;
    addScaled(field, vector, row, vector[c], c);
  }
  return -1;
}
