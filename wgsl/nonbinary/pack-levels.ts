import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { levelMessagesPart } from "./formats/level-messages.ts";
import { CHANNEL_CONSTANTS, levelsPart, PACKING_CONSTANTS } from "./formats/levels.ts";
import { permuteSymbolsPart } from "./formats/permute-symbols.ts";

/** Channel LLRs in steps, frame-interleaved, and as the first messages to the checks. */
export const packLevels: Kernel = {
  name: "nonbinary/pack-levels",
  wgsl: new URL("./pack-levels.wgsl", import.meta.url),
  imports: [runPart, levelsPart, levelMessagesPart, permuteSymbolsPart],
  bindings: [
    f32("channel_llr"),
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("channel", "read_write"),
    u32("variable_words", "read_write"),
  ],
  constants: [
    ...["Q", "P", "N", "LAYERED", "REFILLS", "LEVELS", "INTERLEAVE", "CHANNEL_MAX", "STEPS_PER_LLR_BITS"],
    ...["IN_REGISTERS", "PERMUTATION_DIGITS", "QUAD", "BLOCK", "BLOCK_LOADS", "DIRECT"],
    ...CHANNEL_CONSTANTS,
    ...PACKING_CONSTANTS,
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: ({ BLOCK, DIRECT }) => (DIRECT === 1 ? 0 : 4 * (WORKGROUP_SIZE + 1) * BLOCK),
};
