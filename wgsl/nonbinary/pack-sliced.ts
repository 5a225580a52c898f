import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { slicedInvocations, slicedPart } from "./formats/sliced.ts";
import { slicedSumsPart } from "./formats/sliced-sums.ts";

/** Channel LLRs in steps, bit-sliced, and as the first messages to the checks. */
export const packSliced: Kernel = {
  name: "nonbinary/pack-sliced",
  wgsl: new URL("./pack-sliced.wgsl", import.meta.url),
  imports: [runPart, slicedPart, workgroupSlotPart, slicedSumsPart],
  workgroupSize: slicedInvocations,
};
