import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type BaseEntry, baseEntries, baseMatrix, blockAfterBlock, expand } from "../../src/code/base-matrix.ts";
import { checkCodeword } from "../../src/code/encoder.ts";
import { checkLayers, type Layer, mergedLayers, rowLayers } from "../../src/code/layers.ts";
import { binaryImage, type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { codeReport } from "../../src/code/report.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { allCodewords } from "../oracle/maximum-likelihood.ts";
import { denseMatrix, shiftEntries, shiftMatrix } from "./binary-matrix.ts";
import { expectLayers, layerChecks } from "./expect-layers.ts";
import { exampleMatrix } from "./formats/example.ts";
import { smallMatrices } from "./small-matrices.ts";

/** Dense H by definition: block (r, c) has ones at (i, (i + s) mod z). */
function byDefinition(rows: number, columns: number, z: number, entries: readonly BaseEntry[]): number[][] {
  const dense = Array.from({ length: rows * z }, () => new Array<number>(columns * z).fill(0));
  for (const [r, c, s] of entries) for (let i = 0; i < z; i++) dense[r * z + i][c * z + ((i + s) % z)] = 1;
  return dense;
}

function denseRows(matrix: ParityCheckMatrix): number[][] {
  return Array.from({ length: matrix.rows }, (_, m) => {
    const row = new Array<number>(matrix.columns).fill(0);
    for (const [column, value] of rowEntries(matrix, m)) row[column] = value;
    return row;
  });
}

/** Base matrices without empty rows or columns. Blocks may have several circulants. */
const arbitraryBase = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 7 }))
  .chain(([rows, columns, z]) => {
    const cell = fc.uniqueArray(fc.nat({ max: z - 1 }), { maxLength: 2 });
    return fc.array(cell, { minLength: rows * columns, maxLength: rows * columns }).map((cells) => {
      const entries: BaseEntry[] = [];
      cells.forEach((shifts, b) => {
        const r = Math.floor(b / columns);
        const c = b % columns;
        const needed = r === c % rows || c === r % columns;
        const taken = shifts.length === 0 && needed ? [b % z] : shifts;
        for (const s of taken) entries.push([r, c, s]);
      });
      return { rows, columns, z, entries };
    });
  });

describe("base matrices", () => {
  it("expand by the circulant convention", () => {
    fc.assert(
      fc.property(arbitraryBase, ({ rows, columns, z, entries }) => {
        const base = baseMatrix(rows, columns, z, [...entries].reverse());
        const matrix = expand(base);
        expect(denseRows(matrix)).toEqual(byDefinition(rows, columns, z, entries));
        expect(matrix.variable.length).toBe(entries.length * z);
        expect(baseEntries(base)).toEqual([...entries].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]));
        for (let m = 0; m < matrix.rows; m++) {
          const row = matrix.variable.slice(matrix.checkStart[m], matrix.checkStart[m + 1]);
          expect(row).toEqual(row.slice().sort());
        }
      }),
    );
  });

  it("have other orders of checks and symbols, and may lack ones", () => {
    const interleaved = { first: Uint32Array.of(0, 1), step: Uint32Array.of(2, 2) };
    const matrix = expand(
      baseMatrix(2, 2, 3, shiftEntries("0 2", "- 0"), {
        absent: [{ entry: [0, 1, 2], index: 0 }],
        checkOrder: interleaved,
        symbolOrder: { first: Uint32Array.of(1, 0), step: Uint32Array.of(2, 2) },
      }),
    );
    // Block 0 has symbols 1, 3, 5, and block 1 has symbols 0, 2, 4. Checks 0, 2, 4 are block row 0. Check 0 lacks symbol 4.
    const columns = Array.from({ length: 6 }, (_, m) =>
      rowEntries(matrix, m)
        .map(([column]) => column)
        .join(),
    );
    expect(columns).toEqual(["1", "0", "0,3", "2", "2,5", "4"]);
  });

  it("are refused if something is wrong with them", () => {
    const good = shiftEntries("0 1");
    const make = (entries: BaseEntry[], rows = 1, columns = 2, z = 3) => baseMatrix(rows, columns, z, entries);
    expect(make(good).columns).toBe(2);
    expect(() => make([...good, [0, 1, 3]])).toThrow("block row 0, block column 1: shift 3 is outside 0 … 2");
    expect(() => make([...good, [0, 1, -1]])).toThrow("shift -1 is outside 0 … 2");
    expect(() => make([...good, [0, 1, 0.5]])).toThrow("shift 0.5 is outside 0 … 2");
    expect(() => make([...good, [0, 2, 0]])).toThrow("block row 0: block column 2 is outside 0 … 1");
    expect(() => make([...good, [1, 0, 0]])).toThrow("block row 1 is outside 0 … 0");
    expect(() => make([...good, [0, 1, 1]])).toThrow("block row 0, block column 1: shift 1 is given twice");
    expect(() => make([[0, 0, 0]])).toThrow("1 × 2 blocks but only 1 entries");
    expect(() => make([good[0], [0, 0, 1]])).toThrow("block column 1 has no entry");
    expect(() => make(good, 2)).toThrow("block row 1 has no entry");
    expect(() => make(good, 1, 2, 0)).toThrow("lifting size: 0 is not a positive integer");
    expect(() => make(good, 1, 2, 2.5)).toThrow("lifting size: 2.5 is not a positive integer");
    expect(() => make(good, 1, 2, 1e6)).toThrow("lifting size 1000000 is too large");
    const order = blockAfterBlock(1, 3);
    expect(() => baseMatrix(1, 2, 3, good, { symbolOrder: order })).toThrow("the symbol order leaves number 0");
    order.step[0] = 0;
    expect(() => baseMatrix(1, 2, 3, good, { checkOrder: order })).toThrow("the check order leaves number 1");
    expect(() => baseMatrix(1, 2, 3, good, { absent: [{ entry: [0, 1, 0], index: 0 }] })).toThrow(/is no one of/);
    expect(() => baseMatrix(1, 2, 3, good, { absent: [{ entry: [0, 1, 1], index: 3 }] })).toThrow(/is no one of/);
  });
});

const rowsOf = (layers: readonly Layer[]) => layers.map((parts) => parts.map(({ row }) => row));
const indicesOf = (layers: readonly Layer[]) =>
  layers.map((parts) => parts.map(({ row, indices }) => [row, indices === undefined ? "all" : [...indices]]));

describe("layers of base matrices (CV-QKD paper, eqs. 1 to 3)", () => {
  // Eq. 1, and eqs. 2 and 3, whose rows 1 and 2 share no column.
  const eq1 = shiftMatrix(5, "1 0 -", "2 1 1", "0 2 0");
  const eq2 = shiftMatrix(5, "1 - -", "- 2 1", "2 0 0");
  const eq3 = shiftMatrix(5, "1 - -", "2 0 0", "- 2 1");

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
    const ring = shiftMatrix(5, "0,1");
    const parts = [[[0, [0, 2]]], [[0, [1, 3]]], [[0, [4]]]];
    expect(indicesOf(rowLayers(ring))).toEqual(parts);
    expect(indicesOf(mergedLayers(ring))).toEqual(parts);
    // Without the one of check 4 in column 0, which it shares with check 0, the ring is open and needs two colours.
    const open = baseMatrix(1, 1, 5, shiftEntries("0,1"), { absent: [{ entry: [0, 0, 1], index: 4 }] });
    expect(indicesOf(rowLayers(open))).toEqual([[[0, [0, 2, 4]]], [[0, [1, 3]]]]);
    // Z = 6 with shifts 0, 2 in one block and 0, 3 in another: check i is in conflict with checks i ± 2 and i + 3.
    const two = shiftMatrix(6, "0,2 0,3");
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
    const example = denseMatrix(2, "1 1 0 0 0 0 0", "0 1 1 0 0 0 0", "0 0 0 1 1 0 0", "1 0 1 0 0 0 0", "0 0 0 0 1 1 1");
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

it.each([
  [2, 8],
  [4, 6],
  [8, 5],
])("of a code over GF(%i) has the bits of its words", (q, columns) => {
  const matrix = randomMatrix(galoisField(q), [3, 3, 3], columns, 1);
  const { p } = matrix.field;
  const bits = allCodewords(matrix).map((word) =>
    word.flatMap((symbol) => Array.from({ length: p }, (_, b) => (symbol >> b) & 1)).join(),
  );
  const image = allCodewords(binaryImage(matrix)).map((word) => word.join());
  expect(new Set(image)).toEqual(new Set(bits));
});

// H = [[1, α, 0], [0, 1, α²]]: if the last symbol is 1, the second is α² = 3 and the first α³ = 1.
describe("checkCodeword", () => {
  it("accepts codewords", () => {
    expect(checkCodeword(exampleMatrix, [1, 3, 1])).toEqual({ isCodeword: true, violatedChecks: [] });
    expect(checkCodeword(exampleMatrix, [0, 0, 0]).isCodeword).toBe(true);
  });

  it("names the checks that others violate", () => {
    expect(checkCodeword(exampleMatrix, [2, 3, 1])).toEqual({ isCodeword: false, violatedChecks: [0] });
    expect(checkCodeword(exampleMatrix, [1, 3, 0])).toEqual({ isCodeword: false, violatedChecks: [1] });
    expect(checkCodeword(exampleMatrix, [0, 1, 0]).violatedChecks).toEqual([0, 1]);
  });

  it("refuses words of another length or field", () => {
    expect(() => checkCodeword(exampleMatrix, [1, 3])).toThrow("the word has 2 symbols: the code has length 3");
    expect(() => checkCodeword(exampleMatrix, [1, 4, 1])).toThrow("symbol 1 is 4: it must be in 0 … 3");
  });
});

test("a report of an irregular code with a dependent row", () => {
  // The second row is twice the first.
  const report = codeReport(denseMatrix(4, "1 2 0 0", "2 3 0 0", "1 0 1 3"));
  const sizes = { n: 4, m: 3, q: 4, polynomial: 7, edges: 7, rank: 2, k: 2, rate: 0.5, girth: 4, shortestCycles: 1 };
  const checkDegrees = [
    [2, 2],
    [3, 1],
  ];
  const variableDegrees = [
    [1, 2],
    [2, 1],
    [3, 1],
  ];
  expect(report).toEqual({ ...sizes, checkDegrees, variableDegrees });
});
