import type { Kernel } from "../../src/gpu/kernel.ts";
import { slicedInvocations } from "./formats/sliced.ts";

/** Channel LLRs in steps, bit-sliced, and as the first messages to the checks. */
export const packSliced: Kernel = {
  name: "nonbinary/pack-sliced",
  workgroupSize: slicedInvocations,
};
