import type { Kernel } from "../../../src/gpu/kernel.ts";
import { slicedInvocations } from "../formats/sliced.ts";

/** Min-Max check nodes on bit-sliced integers. */
export const checkMinMaxSliced: Kernel = {
  name: "nonbinary/rules/min-max-sliced",
  workgroupSize: slicedInvocations,
  workgroupBytes: ({ SLOTS, Q }) => 16 * slicedInvocations({ Q }) * SLOTS,
};
