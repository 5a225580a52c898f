import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { galoisPart, galoisTableBytes, multiplyByTables } from "../common/galois.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** The syndrome of every frame's word. */
export const wordSyndrome: Kernel = {
  name: "source/word-syndrome",
  wgsl: new URL("./word-syndrome.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, galoisPart],
  bindings: [u32("row_start"), u32("entries"), u32("galois_tables"), u32("codeword"), u32("syndrome", "read_write")],
  constants: ["Q", "N", "M"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: ({ Q }) => galoisTableBytes(Q),
  run({ buffers, constants: { Q, N, M }, range }: TwinCall): void {
    const [rowStart, entries, tables, codeword, syndrome] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE, M);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      for (let m = first; m < last; m++) {
        let sum = 0;
        for (let e = rowStart[m]; e < rowStart[m + 1]; e++) {
          sum ^= multiplyByTables(tables, Q, entries[2 * e + 1], codeword[slot * N + entries[2 * e]]);
        }
        syndrome[slot * M + m] = sum;
      }
    }
  },
};
