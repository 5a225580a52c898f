import fc from "fast-check";
import { type BaseEntry, baseMatrix, expand } from "../../../src/code/base-matrix.ts";
import type { Code } from "../../../src/code/code.ts";
import { accumulatorBase } from "../../../src/code/parity-structure.ts";

interface Sizes {
  readonly z: number;
  readonly informationColumns: number;
  readonly coreRows: number;
  readonly extensionRows: number;
  readonly seed: number;
}

const sizes = fc.record({
  z: fc.integer({ min: 2, max: 7 }),
  informationColumns: fc.integer({ min: 1, max: 4 }),
  coreRows: fc.integer({ min: 3, max: 5 }),
  extensionRows: fc.integer({ min: 0, max: 3 }),
  seed: fc.nat(),
});

/** Random small codes with a dual-diagonal parity part, with and without extension rows. */
export const arbitraryDualDiagonal: fc.Arbitrary<Code> = sizes.map(dualDiagonalCode);

export function dualDiagonalCode(size: Sizes): Code {
  const { z, informationColumns: k, coreRows, extensionRows, seed } = size;
  const entries = informationEntries(size, coreRows + extensionRows);
  const pair = seed % z;
  entries.push([0, k, pair], [coreRows - 1, k, pair], [1, k, (seed >> 3) % z]);
  for (let j = 1; j < coreRows; j++) entries.push([j - 1, k + j, 0], [j, k + j, 0]);
  for (let r = coreRows; r < coreRows + extensionRows; r++) {
    // Extension rows may contain core parity columns too, as in 5G.
    entries.push([r, k + r, 0], [r, k + (r % coreRows), (seed >> 5) % z]);
  }
  const base = baseMatrix(coreRows + extensionRows, k + coreRows + extensionRows, z, entries);
  return code("dual-diagonal", base);
}

/** Random small accumulator codes, with and without extension rows. */
export const arbitraryAccumulator: fc.Arbitrary<Code> = sizes.map((size) => {
  const { z, informationColumns: k, coreRows, extensionRows, seed } = size;
  const rows = coreRows + extensionRows;
  const entries = informationEntries(size, rows);
  // Extension rows may contain the accumulator's columns too, as in ATSC 3.0.
  for (let r = coreRows; r < rows; r += 2) entries.push([r, k + (r % coreRows), (seed >> 5) % z]);
  return code("accumulator", accumulatorBase(rows, k, z, entries, extensionRows));
});

function code(parity: "dual-diagonal" | "accumulator", base: Code["base"] & object): Code {
  return { name: "random", description: "", source: "fast-check", matrix: expand(base), base, parity };
}

/** About half of the blocks of the information part, at least one in each row and column. */
function informationEntries({ z, informationColumns, seed }: Sizes, rows: number): BaseEntry[] {
  const entries: BaseEntry[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < informationColumns; c++) {
      const mixed = Math.imul(seed + 1, 2654435761 + 40503 * (r * informationColumns + c)) >>> 0;
      if ((mixed >>> 16) % 2 === 0 || r % informationColumns === c || c % rows === r) entries.push([r, c, mixed % z]);
    }
  }
  return entries;
}
