import type { BaseMatrix } from "../../code/base-matrix.ts";
import { dualDiagonal, type ParityStructure, requireAccumulator } from "../../code/parity-structure.ts";
import { constantBuffer, type Dispatch } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { circulantTables, type Encoding, paritySums, type WordInterleave } from "./encoding.ts";

/** Encoding by the structure of the parity part: its core's parity bits one after the other, then those of extension rows. */
export function structuredEncoding(base: BaseMatrix, structure: ParityStructure, interleave: WordInterleave): Encoding {
  const { rows, columns, liftingSize, symbolOrder } = base;
  const diagonal = structure === "dual-diagonal" ? dualDiagonal(base) : undefined;
  const { informationColumns, coreRows } = diagonal ?? requireAccumulator(base);
  const sums = paritySums(base, informationColumns, interleave);
  const parity = circulantTables(base, (row, column) => {
    const block = column - informationColumns;
    return block >= 0 && block < (row < coreRows ? 1 : coreRows);
  });
  const blocks = Array.from({ length: rows }, (_, r) => [
    symbolOrder.first[informationColumns + r],
    symbolOrder.step[informationColumns + r],
  ]);
  const constants = {
    N: columns * liftingSize,
    M: rows * liftingSize,
    LIFTING_SIZE: liftingSize,
    CORE_ROWS: coreRows,
    INTERLEAVE: interleave,
  };
  const buffers = ["parity_blocks", "parity_row_start", "parity_circulants", "parity_sums", "codeword"];
  const core: Dispatch = {
    ...(diagonal !== undefined
      ? {
          kernel: "source/encoding/encode-dual-diagonal",
          constants: { ...constants, REMAINING_SHIFT: diagonal.remainingShift },
          buffers,
        }
      : {
          kernel: "source/encoding/encode-accumulator",
          constants,
          buffers: ["parity_blocks", "parity_sums", "codeword"],
        }),
    workgroups: 1,
    framesPerWorkgroup: interleave,
  };
  const extension: Dispatch = {
    kernel: "source/encoding/encode-extension",
    constants,
    buffers,
    workgroups: Math.ceil(((rows - coreRows) * liftingSize) / WORKGROUP_SIZE),
    framesPerWorkgroup: interleave,
  };
  return {
    dispatches: [...sums.dispatches, core, ...(rows > coreRows ? [extension] : [])],
    buffers: {
      ...sums.buffers,
      parity_blocks: constantBuffer(Uint32Array.from(blocks.flat())),
      parity_row_start: constantBuffer(parity.rowStart),
      parity_circulants: constantBuffer(parity.circulants),
    },
  };
}
