import { galoisTableBytes, multiplyByTables } from "./galois-tables.ts";
import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { frameDone, GROUP, items } from "./range.ts";

/** Marks frames whose decision fails a check. */
export const syndrome: Kernel = {
  name: "syndrome",
  source: new URL("../../wgsl/syndrome.wgsl", import.meta.url),
  bindings: [
    u32("check_start"),
    u32("check_edges"),
    u32("galois_tables"),
    u32("decision"),
    u32("unsatisfied", "read_write"),
  ],
  constants: ["Q", "N", "M", "STOP"],
  workgroupSize: () => GROUP,
  workgroupBytes: ({ Q }) => galoisTableBytes(Q),
  run({ buffers, constants: { Q, N, M, STOP }, parameters, iteration, range }: TwinCall): void {
    const [start, edges, tables, decision, unsatisfied] = buffers;
    const [first, last] = items(range, GROUP, M);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      if (frameDone(unsatisfied, STOP, iteration, parameters.frames, slot)) continue;
      for (let m = first; m < last; m++) {
        let sum = 0;
        for (let e = start[m]; e < start[m + 1]; e++) {
          sum ^= multiplyByTables(tables, Q, edges[4 * e + 1], decision[slot * N + edges[4 * e]]);
        }
        if (sum !== 0) unsatisfied[iteration * parameters.frames + slot] = 1;
      }
    }
  },
};
