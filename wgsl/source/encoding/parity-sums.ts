import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { addCirculants, circulantsPart } from "./circulants.ts";

/** What the information bits of a quasi-cyclic code add up to in every check. */
export const paritySums: Kernel = {
  name: "source/encoding/parity-sums",
  wgsl: new URL("./parity-sums.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, circulantsPart],
  bindings: [u32("row_start"), u32("circulants"), u32("codeword"), u32("parity_sums", "read_write")],
  constants: ["N", "M", "LIFTING_SIZE", "INTERLEAVE"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N, M, LIFTING_SIZE }, range }: TwinCall): void {
    const [rowStart, circulants, codeword, sums] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE, M);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      sums.fill(0, slot * M + first, slot * M + last);
      for (let check = first; check < last; ) {
        const r = Math.floor(check / LIFTING_SIZE);
        const i = check % LIFTING_SIZE;
        const count = Math.min(LIFTING_SIZE - i, last - check);
        const row = [rowStart[r], rowStart[r + 1]] as const;
        addCirculants(sums, slot * M + check, circulants, row, codeword, slot * N, LIFTING_SIZE, i, count);
        check += count;
      }
    }
  },
};
