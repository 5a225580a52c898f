import type { Kernel, TwinCall } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { addCirculants, circulantsPart } from "./circulants.ts";
import { PARITY_BINDINGS, parityBlocksPart } from "./parity-blocks.ts";

/** Core parity bits of a code whose base matrix ends in a dual diagonal, with or without extension rows. */
export const encodeDualDiagonal: Kernel = {
  name: "source/encoding/encode-dual-diagonal",
  wgsl: new URL("./encode-dual-diagonal.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, circulantsPart, parityBlocksPart],
  bindings: PARITY_BINDINGS,
  constants: ["N", "M", "LIFTING_SIZE", "CORE_ROWS", "REMAINING_SHIFT", "INTERLEAVE"],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N, M, LIFTING_SIZE: z, CORE_ROWS, REMAINING_SHIFT }, range }: TwinCall): void {
    const [blocks, rowStart, circulants, paritySums, codeword] = buffers;
    const sums = new Uint32Array(z);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      const word = slot * N;
      const store = (block: number, shift: number) => {
        const first = word + blocks[2 * block];
        const step = blocks[2 * block + 1];
        for (let i = 0, x = shift % z; i < z; i++, x = x + 1 === z ? 0 : x + 1) codeword[first + step * x] = sums[i];
      };
      const addRow = (r: number) => {
        for (let i = 0; i < z; i++) sums[i] ^= paritySums[slot * M + r * z + i];
      };
      sums.fill(0);
      for (let r = 0; r < CORE_ROWS; r++) addRow(r);
      store(0, REMAINING_SHIFT);
      sums.fill(0);
      for (let r = 0; r + 1 < CORE_ROWS; r++) {
        addRow(r);
        addCirculants(sums, 0, circulants, [rowStart[r], rowStart[r + 1]], codeword, word, z, 0, z);
        store(r + 1, 0);
      }
    }
  },
};
