import type { Kernel, TwinCall } from "../../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { addCirculants, circulantsPart } from "./circulants.ts";
import { PARITY_BINDINGS, parityBlocksPart } from "./parity-blocks.ts";

/** Parity bits of extension rows; each row has its own parity bit. */
export const encodeExtension: Kernel = {
  name: "source/encoding/encode-extension",
  wgsl: new URL("./encode-extension.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, circulantsPart, parityBlocksPart],
  bindings: PARITY_BINDINGS,
  constants: ["N", "M", "LIFTING_SIZE", "CORE_ROWS", "INTERLEAVE"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N, M, LIFTING_SIZE: z, CORE_ROWS }, range }: TwinCall): void {
    const [blocks, rowStart, circulants, paritySums, codeword] = buffers;
    const core = CORE_ROWS * z;
    const [first, last] = items(range, WORKGROUP_SIZE, M - core);
    const sum = [0];
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      for (let check = core + first; check < core + last; check++) {
        const r = Math.floor(check / z);
        const i = check % z;
        sum[0] = paritySums[slot * M + check];
        addCirculants(sum, 0, circulants, [rowStart[r], rowStart[r + 1]], codeword, slot * N, z, i, 1);
        codeword[slot * N + blocks[2 * r] + i * blocks[2 * r + 1]] = sum[0];
      }
    }
  },
};
