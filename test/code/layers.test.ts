import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BaseEntry, type BaseMatrix, baseMatrix, expand } from "../../src/code/base-matrix.ts";
import { checkLayers, type Layer, mergedLayers, rowLayers } from "../../src/code/layers.ts";
import { binaryMatrix } from "./binary-matrix.ts";
import { expectLayers, layerChecks } from "./expect-layers.ts";
import { smallMatrices } from "./small-matrices.ts";

/** A base matrix in the papers' notation: shifts, and −1 for an empty block. */
function printed(rows: readonly (readonly number[])[], z: number): BaseMatrix {
  const entries = rows.flatMap((row, r) => row.flatMap((shift, c): BaseEntry[] => (shift < 0 ? [] : [[r, c, shift]])));
  return baseMatrix(rows.length, rows[0].length, z, entries);
}

const rowsOf = (layers: readonly Layer[]) => layers.map((parts) => parts.map(({ row }) => row));
const indicesOf = (layers: readonly Layer[]) =>
  layers.map((parts) => parts.map(({ row, indices }) => [row, indices === undefined ? "all" : [...indices]]));

describe("layers of base matrices (CV-QKD paper, eqs. 1 to 3)", () => {
  // Eq. 1, and eqs. 2 and 3, whose rows 1 and 2 share no column.
  const eq1 = printed(
    [
      [1, 0, -1],
      [2, 1, 1],
      [0, 2, 0],
    ],
    5,
  );
  const eq2 = printed(
    [
      [1, -1, -1],
      [-1, 2, 1],
      [2, 0, 0],
    ],
    5,
  );
  const eq3 = printed(
    [
      [1, -1, -1],
      [2, 0, 0],
      [-1, 2, 1],
    ],
    5,
  );

  it("are the block rows, in order", () => {
    for (const base of [eq1, eq2, eq3]) expect(indicesOf(rowLayers(base))).toEqual([0, 1, 2].map((r) => [[r, "all"]]));
  });

  it("merge block rows that share no column", () => {
    expect(rowsOf(mergedLayers(eq1))).toEqual([[0], [1], [2]]);
    expect(rowsOf(mergedLayers(eq2))).toEqual([[0, 1], [2]]);
    expect(rowsOf(mergedLayers(eq3))).toEqual([[0, 2], [1]]);
  });

  it("split a block row where two circulants of a block make checks share a variable", () => {
    // Shifts 0 and 1 with Z = 5: check i has columns i and i + 1, so the checks form a ring of 5, which needs three colours.
    const ring = baseMatrix(1, 1, 5, [
      [0, 0, 0],
      [0, 0, 1],
    ]);
    const parts = [[[0, [0, 2]]], [[0, [1, 3]]], [[0, [4]]]];
    expect(indicesOf(rowLayers(ring))).toEqual(parts);
    expect(indicesOf(mergedLayers(ring))).toEqual(parts);
    // Without the one of check 4 in column 0, which it shares with check 0, the ring is open and needs two colours.
    const open = baseMatrix(
      1,
      1,
      5,
      [
        [0, 0, 0],
        [0, 0, 1],
      ],
      { absent: [{ entry: [0, 0, 1], index: 4 }] },
    );
    expect(indicesOf(rowLayers(open))).toEqual([[[0, [0, 2, 4]]], [[0, [1, 3]]]]);
    // Z = 6 with shifts 0, 2 in one block and 0, 3 in another: check i is in conflict with checks i ± 2 and i + 3.
    const two = baseMatrix(1, 2, 6, [
      [0, 0, 0],
      [0, 0, 2],
      [0, 1, 0],
      [0, 1, 3],
    ]);
    expect(indicesOf(rowLayers(two))).toEqual([[[0, [0, 1]]], [[0, [2, 3]]], [[0, [4, 5]]]]);
  });

  it("of random base matrices share no variable", () => {
    const entry = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 4 }), fc.nat({ max: 6 }));
    fc.assert(
      fc.property(fc.uniqueArray(entry, { maxLength: 20, selector: String }), (extra) => {
        const diagonal = Array.from({ length: 5 }, (_, c): BaseEntry => [c % 4, c, 0]);
        const entries = new Map([...diagonal, ...extra].map((e) => [String(e), e]));
        const base = baseMatrix(4, 5, 7, [...entries.values()]);
        const matrix = expand(base);
        expectLayers(matrix, layerChecks(base, rowLayers(base)));
        expectLayers(matrix, layerChecks(base, mergedLayers(base)));
      }),
    );
  });
});

describe("layers of unstructured codes", () => {
  it("are filled check by check, first fit", () => {
    // Check 1 shares a variable with 0; 2 with none of layer 0; 3 with 0 and 1; 4 with 2 of layer 0 but not with 1.
    const example = binaryMatrix(7, [
      [0, 1],
      [1, 2],
      [3, 4],
      [0, 2],
      [4, 5, 6],
    ]);
    expect(checkLayers(example).map((layer) => [...layer])).toEqual([[0, 2], [1, 4], [3]]);
  });

  it("share no variable, and are no fewer than the largest degree", () => {
    fc.assert(
      fc.property(smallMatrices({ p: 1, rows: 12, columns: 12 }), (random) => {
        const layers = checkLayers(random);
        expectLayers(random, layers);
        const degrees = new Uint32Array(random.columns);
        for (const n of random.variable) degrees[n]++;
        expect(layers.length).toBeGreaterThanOrEqual(Math.max(...degrees));
      }),
    );
  });
});
