import type { Kernel } from "../../src/gpu/kernel.ts";
import { slicedInvocations } from "./formats/sliced.ts";

/** Variable nodes and decisions on bit-sliced integers. */
export const variableSliced: Kernel = {
  name: "nonbinary/variable-sliced",
  workgroupSize: slicedInvocations,
  workgroupBytes: ({ P, SUM_BITS, Q }) => 8 * slicedInvocations({ Q }) * (SUM_BITS + P),
};
