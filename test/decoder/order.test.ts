import { describe, expect, it } from "vitest";
import { baseMatrix, expand } from "../../src/code/base-matrix.ts";
import { tannerGraph } from "../../src/code/tanner-graph.ts";
import { binaryGraph } from "../../src/decoder/binary/decoder.ts";
import { BINARY_OPTIONS } from "../../src/decoder/binary/options.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { dispatchedChecks } from "../../src/decoder/nonbinary/dispatches.ts";
import { checkOrder, rowOrder } from "../../src/decoder/order.ts";
import { optionsOf } from "../../src/decoder/spec.ts";

/** Three block rows of Z = 2 that share a block column, so that no two rows form a layer. Checks are interleaved as in DVB-S2. */
const base = baseMatrix(
  3,
  4,
  2,
  [0, 1, 2].flatMap((row) => [[row, 0, 0] as const, [row, row + 1, 1] as const]),
  { checkOrder: { first: Uint32Array.of(0, 1, 2), step: Uint32Array.of(3, 3, 3) } },
);
const code = { matrix: expand(base), base };

/** Rows of H in the order of a decoder. */
function visited(words: string, of: { matrix: typeof code.matrix; base?: typeof base } = code): number[] {
  const options = optionsOf(BINARY_OPTIONS, readDecoder(`min-sum schedule=layered ${words}`));
  return [...binaryGraph(of, options, false).row];
}

describe("order of rows", () => {
  it("of block rows: first to last, last to first, or as listed", () => {
    expect(visited("")).toEqual([0, 3, 1, 4, 2, 5]);
    expect(visited("order=descending")).toEqual([2, 5, 1, 4, 0, 3]);
    expect(visited("order=1,2,0 layers=rows")).toEqual([1, 4, 2, 5, 0, 3]);
  });

  it("of checks where a code has no base matrix", () => {
    const { matrix } = code;
    expect(visited("order=descending", { matrix }).slice(0, 2)).toEqual([2, 5]);
    expect(visited("order=3,0,5,1,2,4", { matrix }).slice(0, 2)).toEqual([0, 3]);
  });

  it("of symbol decoders: checks, block row after block row", () => {
    expect([...(checkOrder(code, "descending") ?? [])]).toEqual([2, 5, 1, 4, 0, 3]);
    const layers = dispatchedChecks(code, tannerGraph(code.matrix), true, "descending");
    expect(layers.map(({ checks }) => [...checks])).toEqual([
      [2, 5],
      [1, 4],
      [0, 3],
    ]);
  });

  it("refuses lists that do not name each row once", () => {
    expect(() => rowOrder(code, "0,2")).toThrow("order=0,2 lacks row 1: give each row from 0 to 2 once");
    expect(() => rowOrder(code, "0,1,2,1")).toThrow("order=0,1,2,1 has 4 rows: give each row from 0 to 2 once");
    expect(() => readDecoder("min-sum schedule=layered order=up")).toThrow(
      "give natural, descending, auto, searched, random, random(SEED), or all rows",
    );
    expect(() => rowOrder(code, "searched")).toThrow("order=searched is for 5G base graph 1");
    expect(() => readDecoder("min-sum order=natural")).toThrow("order belongs to schedule=layered");
  });
});
