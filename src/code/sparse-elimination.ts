import { divide, type GaloisField, multiply } from "../galois/field.ts";

/** Entries of a row by column. */
export type SparseRow = Map<number, number>;

/** What elimination without fill-in leaves. */
export interface SparseElimination {
  /** Rows that were found independent of all others. */
  readonly pivots: number;
  /** Rows that are left, over columns that have at least three entries each. */
  readonly rest: readonly SparseRow[];
}

/**
 * Elimination that never makes new entries: a column with one entry takes its row away, one with two adds its lighter row to
 * the other one and takes it away, until every column has three entries or none. The rank is `pivots` and that of the
 * rest. Takes time in proportion to the entries times the logarithm of their number; the rows are overwritten.
 */
export function eliminateSparsely(field: GaloisField, rows: readonly SparseRow[]): SparseElimination {
  const rowsOf = new Map<number, Set<number>>();
  rows.forEach((row, r) => {
    for (const column of row.keys()) {
      const own = rowsOf.get(column);
      if (own === undefined) rowsOf.set(column, new Set([r]));
      else own.add(r);
    }
  });
  const light = [...rowsOf].filter(([, own]) => own.size <= 2).map(([column]) => column);
  const gone = new Uint8Array(rows.length);
  const withdraw = (r: number, column: number): void => {
    const own = rowsOf.get(column);
    own?.delete(r);
    if (own !== undefined && own.size <= 2) light.push(column);
  };
  let pivots = 0;
  for (let column = light.pop(); column !== undefined; column = light.pop()) {
    const own = [...(rowsOf.get(column) ?? [])];
    if (own.length === 0 || own.length > 2) continue;
    const [pivot, other] = own.sort((a, b) => rows[a].size - rows[b].size);
    if (other !== undefined) {
      const factor = divide(field, valueAt(rows[other], column), valueAt(rows[pivot], column));
      for (const [c, value] of rows[pivot]) {
        const sum = (rows[other].get(c) ?? 0) ^ multiply(field, factor, value);
        if (sum === 0) {
          rows[other].delete(c);
          withdraw(other, c);
        } else {
          rows[other].set(c, sum);
          rowsOf.get(c)?.add(other);
        }
      }
    }
    for (const c of rows[pivot].keys()) withdraw(pivot, c);
    rows[pivot].clear();
    gone[pivot] = 1;
    pivots++;
  }
  return { pivots, rest: rows.filter((row, r) => gone[r] === 0 && row.size > 0) };
}

function valueAt(row: SparseRow, column: number): number {
  return row.get(column) ?? 0;
}
