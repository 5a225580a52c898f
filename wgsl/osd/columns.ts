import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** The positions in the order of the search, their costs, and the parity bits that they flip. */
export const osdColumns: Kernel = {
  name: "osd/columns",
  wgsl: new URL("./columns.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
};
