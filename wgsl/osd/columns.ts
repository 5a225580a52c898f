import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** The parity bits that each information position flips, and the reliabilities in the order of the search. */
export const osdColumns: Kernel = {
  name: "osd/columns",
  wgsl: new URL("./columns.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("rows"), u32("basis"), u32("reliability"), u32("columns", "read_write"), u32("costs", "read_write")],
  constants: ["N", "ROWS", "RANK", "INVOCATIONS"],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 0,
};
