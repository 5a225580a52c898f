import type { Kernel } from "../../src/gpu/kernel.ts";
import { slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { slicedInvocations, slicedPart } from "./formats/sliced.ts";
import { slicedSumsPart } from "./formats/sliced-sums.ts";

/** Variable nodes and decisions on bit-sliced integers. */
export const variableSliced: Kernel = {
  name: "nonbinary/variable-sliced",
  wgsl: new URL("./variable-sliced.wgsl", import.meta.url),
  imports: [runPart, slicedPart, workgroupSlotPart, slicedSumsPart, slotsPart],
  workgroupSize: slicedInvocations,
  workgroupBytes: ({ P, SUM_BITS, Q }) => 8 * slicedInvocations({ Q }) * (SUM_BITS + P),
};
