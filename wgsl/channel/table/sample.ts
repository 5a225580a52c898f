import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { aliasSamplePart } from "../alias-sample.ts";

/** Outputs of a channel of tables from the sent bits or symbols. */
export const sampleTable: Kernel = {
  name: "channel/table/sample",
  wgsl: new URL("./sample.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, aliasSamplePart],
};
