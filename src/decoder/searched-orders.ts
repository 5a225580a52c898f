import type { BaseMatrix } from "../code/base-matrix.ts";

/** An order of block rows that a search found, and the degrees of the block rows of its base matrix. */
interface SearchedOrder {
  readonly degrees: readonly number[];
  readonly order: readonly number[];
}

/**
 * Orders of 5G's base graph 1 by its number of block rows. The search moved single rows and compared wrong information blocks, of
 * offset min-sum after 8, 5 and 5 iterations at 3.745, 2.45 and 1.26 dB (experiments/results/decisions/0035-registers.json).
 */
const SEARCHED: readonly SearchedOrder[] = [
  { degrees: [19, 19, 19, 19, 3], order: [1, 4, 2, 0, 3] },
  {
    degrees: [19, 19, 19, 19, 3, 8, 9, 7, 10, 9, 7, 8, 7],
    order: [10, 6, 4, 5, 11, 7, 8, 12, 9, 3, 2, 1, 0],
  },
];

/** The order that a search found for a base matrix; undefined if there was no search. */
export function searchedOrder({ rows, rowStart }: Pick<BaseMatrix, "rows" | "rowStart">): Uint32Array | undefined {
  const found = SEARCHED.find(
    ({ degrees }) => degrees.length === rows && degrees.every((degree, r) => degree === rowStart[r + 1] - rowStart[r]),
  );
  return found && Uint32Array.from(found.order);
}
