import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";
import { levelMessagesPart } from "./formats/level-messages.ts";
import { CHANNEL_CONSTANTS, levelsPart, PACKING_CONSTANTS } from "./formats/levels.ts";
import { permuteSymbolsPart } from "./formats/permute-symbols.ts";

/** Variable nodes and decisions of level-sliced Min-Max. */
export const variableLevels: Kernel = {
  name: "nonbinary/variable-levels",
  wgsl: new URL("./variable-levels.wgsl", import.meta.url),
  imports: [runPart, levelsPart, levelMessagesPart, slotsPart, permuteSymbolsPart],
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
    ...["Q", "STOP", "SLOT_FRAMES", "REFILLS", "ITERATIONS", "LEVELS", "INTERLEAVE"],
    ...["P", "IN_REGISTERS", "PERMUTATION_DIGITS", "UNROLLED_DEGREE", "PART_QUADS", "ONE_PART", "QUAD"],
    ...CHANNEL_CONSTANTS,
    ...PACKING_CONSTANTS,
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
