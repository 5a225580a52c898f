import { requireAccumulator } from "../parity-structure.ts";
import { addRow, type ParitySolver } from "./parity-solver.ts";

/**
 * Parity of accumulator codes (ETSI EN 302 307-1, 5.3.2): in the standard's order parity bit j is parity bit j − 1 plus
 * the information bits of check j. Check j = q·t + r is row t of block row r, and parity bit j is bit t of parity block r.
 */
export const accumulator: ParitySolver = (base) => {
  const { rows, liftingSize: z } = base;
  const { informationColumns } = requireAccumulator(base);
  return (blocks) => {
    const parity = informationColumns * z;
    for (let r = 0; r < rows; r++) addRow(blocks, parity + r * z, blocks, base, r, informationColumns);
    let bit = 0;
    for (let t = 0; t < z; t++) {
      for (let r = 0; r < rows; r++) {
        const at = parity + r * z + t;
        bit ^= blocks[at];
        blocks[at] = bit;
      }
    }
  };
};
