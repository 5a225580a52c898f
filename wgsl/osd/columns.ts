import { f32, i32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** The positions in the order of the search, their costs, and the parity bits that they flip. */
export const osdColumns: Kernel = {
  name: "osd/columns",
  wgsl: new URL("./columns.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [
    u32("rows"),
    u32("basis"),
    u32("reliability"),
    f32("channel_llr"),
    f32("ordering_llr"),
    u32("places", "read_write"),
    i32("costs", "read_write"),
    u32("columns", "read_write"),
  ],
  constants: ["N", "ROWS", "RANK", "SIGNED", "INVOCATIONS"],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 0,
};
