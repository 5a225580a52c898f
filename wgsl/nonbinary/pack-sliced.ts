import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { SLICED_SUM_CONSTANTS, slicedInvocations, slicedPart } from "./formats/sliced.ts";
import { slicedSumsPart } from "./formats/sliced-sums.ts";

/** Channel LLRs in steps, bit-sliced, and as the first messages to the checks. */
export const packSliced: Kernel = {
  name: "nonbinary/pack-sliced",
  wgsl: new URL("./pack-sliced.wgsl", import.meta.url),
  imports: [runPart, slicedPart, workgroupSlotPart, slicedSumsPart],
  bindings: [
    f32("channel_llr"),
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("channel", "read_write"),
    u32("variable_words", "read_write"),
  ],
  constants: ["Q", "N", "REFILLS", "CHANNEL_BITS", "STEPS_PER_LLR_BITS", ...SLICED_SUM_CONSTANTS],
  workgroupSize: slicedInvocations,
  workgroupBytes: () => 0,
};
