import { describe, expect, it } from "vitest";
import { runSnippet } from "./run-compiled.ts";

/** Number of items, which fill two vectors and a part of a third. */
const ITEMS = 11;
const ROWS = 5;

/** Rows of a buffer, read and written at columns from a list at the head of the buffer. */
const BODY = `
  let column = input[item];
  var sum = 0u;
  for (var row = 0u; row < ${ROWS}u; row++) {
    sum = 5u * sum + input[${ITEMS}u + row * ${ITEMS}u + column];
    scratch[row * ${ITEMS}u + column] = sum + row;
  }
  output[4u * item] = sum;
  output[4u * item + 1u] = scratch[(input[0] % ${ROWS}u) * ${ITEMS}u + column];`;
const COLUMNS: readonly (readonly [string, readonly number[]])[] = [
  ["neighbours", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ["neighbours from any column on", [3, 4, 5, 6, 0, 1, 2, 7, 8, 9, 10]],
  ["columns in any order", [10, 2, 7, 1, 0, 3, 9, 8, 4, 6, 5]],
  ["the same column backwards", [3, 2, 1, 0, 7, 6, 5, 4, 10, 9, 8]],
];

describe("rows at columns of a list", () => {
  const table = Uint32Array.from({ length: ITEMS * ROWS }, (_, i) => i * i * 7 + 3);

  it.each(COLUMNS)("%s", (_, columns) => {
    const output = runSnippet(
      BODY.replaceAll("scratch", "own"),
      Uint32Array.of(...columns, ...table),
      ITEMS,
      `var<private> own: array<u32, ${ITEMS * ROWS}>;`,
    );
    columns.forEach((column, item) => {
      const sums: number[] = [];
      for (let row = 0; row < ROWS; row++)
        sums.push((Math.imul(5, sums.at(-1) ?? 0) + table[row * ITEMS + column]) >>> 0);
      const kept = columns[0] % ROWS;
      expect([...output.subarray(4 * item, 4 * item + 2)]).toEqual([sums.at(-1), (sums[kept] + kept) >>> 0]);
    });
  });

  it.each(COLUMNS)("%s, of many rows with one test of the columns", (_, columns) => {
    const body = `let column = input[item];
      for (var row = 0u; row < 4u; row++) {
        let above = ${ITEMS}u + row * ${ITEMS}u + column;
        output[row * ${ITEMS}u + column] = input[above] + input[above + ${ITEMS}u];
      }`;
    const output = runSnippet(body, Uint32Array.of(...columns, ...table), ITEMS);
    expect([...output]).toEqual(Array.from({ length: 4 * ITEMS }, (_, i) => table[i] + table[i + ITEMS]));
  });

  it.each(COLUMNS)("%s, written in the lanes of a branch", (_, columns) => {
    const body = `let column = input[item];
      if (column % 3u != 1u) {
        for (var row = 0u; row < 4u; row++) { output[4u * column + row] = input[${ITEMS}u + row * ${ITEMS}u + column]; }
      }`;
    const output = runSnippet(body, Uint32Array.of(...columns, ...table), ITEMS);
    const expected = Array.from({ length: 4 * ITEMS }, (_, i) => {
      const [column, row] = [i >> 2, i & 3];
      return column % 3 === 1 ? 0 : table[row * ITEMS + column];
    });
    expect([...output]).toEqual(expected);
  });
});
