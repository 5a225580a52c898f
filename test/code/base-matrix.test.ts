import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BaseEntry, baseEntries, baseMatrix, blockAfterBlock, expand } from "../../src/code/base-matrix.ts";
import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";

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
    const entries: BaseEntry[] = [
      [0, 0, 0],
      [0, 1, 2],
      [1, 1, 0],
    ];
    const interleaved = { first: Uint32Array.of(0, 1), step: Uint32Array.of(2, 2) };
    const matrix = expand(
      baseMatrix(2, 2, 3, entries, {
        absent: [{ entry: [0, 1, 2], index: 0 }],
        checkOrder: interleaved,
        symbolOrder: { first: Uint32Array.of(1, 0), step: Uint32Array.of(2, 2) },
      }),
    );
    // Block 0 has symbols 1, 3, 5, and block 1 has symbols 0, 2, 4. Checks 0, 2, 4 are block row 0. Check 0 lacks symbol 4.
    expect(Array.from({ length: 6 }, (_, m) => rowEntries(matrix, m).map(([column]) => column))).toEqual([
      [1],
      [0],
      [0, 3],
      [2],
      [2, 5],
      [4],
    ]);
  });

  it("are refused if something is wrong with them", () => {
    const good: BaseEntry[] = [
      [0, 0, 0],
      [0, 1, 1],
    ];
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
