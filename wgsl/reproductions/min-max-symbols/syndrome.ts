import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { checkSum, frameDone, items, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { doneAtomicPart } from "../../common/active-frames/done-atomic.ts";
import { checkSumPart } from "../../common/check-sum.ts";
import { galoisPart, galoisTableBytes, multiplyByTables } from "../../common/galois.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Marks frames whose decision fails a check, or has not the given syndrome. */
export const syndrome: Kernel = {
  name: "reproductions/min-max-symbols/syndrome",
  wgsl: new URL("./syndrome.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, galoisPart, doneAtomicPart, checkSumPart],
  bindings: [
    u32("check_start"),
    u32("check_edges"),
    u32("galois_tables"),
    u32("decision"),
    u32("syndrome"),
    u32("unsatisfied", "read_write"),
  ],
  constants: ["Q", "N", "M", "SYNDROME", "STOP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: ({ Q }) => galoisTableBytes(Q),
  run({ buffers, constants: { Q, N, M, SYNDROME, STOP }, parameters, iteration, range }: TwinCall): void {
    const [start, edges, tables, decision, given, unsatisfied] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE, M);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      if (frameDone(unsatisfied, STOP, iteration, parameters.frames, slot)) continue;
      for (let m = first; m < last; m++) {
        let sum = checkSum(given, SYNDROME, slot * M + m);
        for (let e = start[m]; e < start[m + 1]; e++) {
          sum ^= multiplyByTables(tables, Q, edges[4 * e + 1], decision[slot * N + edges[4 * e]]);
        }
        if (sum !== 0) unsatisfied[iteration * parameters.frames + slot] = 1;
      }
    }
  },
};
