import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { SLICED_SUM_CONSTANTS, slicedInvocations, slicedPart } from "./formats/sliced.ts";
import { slicedSumsPart } from "./formats/sliced-sums.ts";

/** Variable nodes and decisions on bit-sliced integers. */
export const variableSliced: Kernel = {
  name: "nonbinary/variable-sliced",
  wgsl: new URL("./variable-sliced.wgsl", import.meta.url),
  imports: [runPart, slicedPart, workgroupSlotPart, slicedSumsPart, slotsPart],
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("channel"),
    u32("check_to_variable"),
    u32("active_list"),
    u32("variable_to_check", "read_write"),
    u32("symbols", "read_write"),
  ],
  constants: [
    "Q",
    "P",
    "STOP",
    "SLOT_FRAMES",
    "REFILLS",
    "ITERATIONS",
    "CHANNEL_BITS",
    "FACTOR",
    ...SLICED_SUM_CONSTANTS,
  ],
  workgroupSize: slicedInvocations,
  workgroupBytes: ({ P, SUM_BITS, Q }) => 8 * slicedInvocations({ Q }) * (SUM_BITS + P),
};
