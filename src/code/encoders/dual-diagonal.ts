import type { BaseMatrix } from "../base-matrix.ts";
import { dualDiagonal } from "../parity-structure.ts";
import { addRow, type ParitySolver } from "./parity-solver.ts";

/**
 * Parity of dual-diagonal codes (IEEE 802.16e, 802.11n; 3GPP TS 38.212 with extension rows). Adding all core rows
 * leaves the first parity block alone, shifted once; each core row then gives the next parity block, and each extension
 * row its own. Method of T. J. Richardson and R. L. Urbanke, "Efficient encoding of low-density parity-check codes",
 * IEEE Trans. Inf. Theory 47(2), 2001, with a gap of one block.
 */
export const dualDiagonalParity: ParitySolver = (base: BaseMatrix) => {
  const { rows, liftingSize: z } = base;
  const { informationColumns, coreRows, remainingShift } = dualDiagonal(base);
  return (blocks) => {
    const parity = informationColumns * z;
    // Row i of the sum of the core rows holds bit (i + remaining shift) mod Z of the first parity block.
    const sums = new Uint8Array(z);
    for (let r = 0; r < coreRows; r++) addRow(sums, 0, blocks, base, r, informationColumns);
    for (let i = 0; i < z; i++) blocks[parity + ((i + remainingShift) % z)] = sums[i];
    // Row r then lacks parity block r + 1 alone, whose shift there is 0.
    for (let r = 0; r + 1 < coreRows; r++) {
      addRow(blocks, parity + (r + 1) * z, blocks, base, r, informationColumns + r + 1);
    }
    for (let r = coreRows; r < rows; r++) addRow(blocks, parity + r * z, blocks, base, r, informationColumns + r);
  };
};
