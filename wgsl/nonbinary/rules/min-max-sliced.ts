import type { Kernel } from "../../../src/gpu/kernel.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { forwardBackwardPart } from "../check-node/forward-backward.ts";
import { slicedInvocations, slicedPart } from "../formats/sliced.ts";
import { slicedVectorsPart } from "../formats/sliced-vectors.ts";

/** Min-Max check nodes on bit-sliced integers. */
export const checkMinMaxSliced: Kernel = {
  name: "nonbinary/rules/min-max-sliced",
  wgsl: new URL("./min-max-sliced.wgsl", import.meta.url),
  imports: [runPart, slicedPart, workgroupSlotPart, slotsPart, slicedVectorsPart, forwardBackwardPart],
  workgroupSize: slicedInvocations,
  workgroupBytes: ({ SLOTS, Q }) => 16 * slicedInvocations({ Q }) * SLOTS,
};
