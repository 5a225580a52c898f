import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { aliasSamplePart } from "./alias-sample.ts";

/** BPSK over a symmetric discrete channel: the output for +1 is drawn, and mirrored where −1 was sent. */
export const sample: Kernel = {
  name: "channel/sample",
  wgsl: new URL("./sample.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, aliasSamplePart],
};
