import type { BaseMatrix } from "../code/base-matrix.ts";

/** An order of block rows that a search found, and the degrees of the block rows of its base matrix. */
interface SearchedOrder {
  readonly degrees: readonly number[];
  readonly order: readonly number[];
}

/**
 * Orders of 5G's base graph 1 by its number of block rows, with the fewest wrong information blocks of offset min-sum: of all orders of 5
 * rows after 6 to 8 iterations at 3.745 dB, and of 250 orders of 13 rows, which moved single rows of the descending order, after 5
 * iterations at 2.45 dB (experiments/results/decisions/0035-registers.json).
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
