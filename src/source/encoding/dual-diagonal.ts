import type { BaseMatrix } from "../../code/base-matrix.ts";
import { dualDiagonal } from "../../code/parity-structure.ts";
import { constantBuffer } from "../../gpu/program.ts";
import { circulantTables, type Encoding, paritySums } from "./encoding.ts";

/** Codes whose base matrix ends in a dual diagonal. */
export function dualDiagonalEncoding(base: BaseMatrix): Encoding {
  const { rows, columns, liftingSize, symbolOrder } = base;
  const { informationColumns, coreRows, remainingShift } = dualDiagonal(base);
  const sums = paritySums(base, informationColumns);
  const parity = circulantTables(base, (row, column) => {
    const block = column - informationColumns;
    return block >= 0 && block < (row < coreRows ? 1 : coreRows);
  });
  const blocks = Array.from({ length: rows }, (_, r) => [
    symbolOrder.first[informationColumns + r],
    symbolOrder.step[informationColumns + r],
  ]);
  return {
    dispatches: [
      ...sums.dispatches,
      {
        kernel: "source/encode-dual-diagonal",
        constants: {
          N: columns * liftingSize,
          M: rows * liftingSize,
          LIFTING_SIZE: liftingSize,
          CORE_ROWS: coreRows,
          REMAINING_SHIFT: remainingShift,
        },
        buffers: ["parity_blocks", "parity_row_start", "parity_circulants", "parity_sums", "codeword"],
        workgroups: 1,
      },
    ],
    buffers: {
      ...sums.buffers,
      parity_blocks: constantBuffer(Uint32Array.from(blocks.flat())),
      parity_row_start: constantBuffer(parity.rowStart),
      parity_circulants: constantBuffer(parity.circulants),
    },
  };
}
