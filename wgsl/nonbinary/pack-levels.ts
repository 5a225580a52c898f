import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { levelMessagesPart } from "./formats/level-messages.ts";
import { levelsPart } from "./formats/levels.ts";
import { permuteSymbolsPart } from "./formats/permute-symbols.ts";

/** Channel LLRs in steps, frame-interleaved, and as the first messages to the checks. */
export const packLevels: Kernel = {
  name: "nonbinary/pack-levels",
  wgsl: new URL("./pack-levels.wgsl", import.meta.url),
  imports: [runPart, levelsPart, levelMessagesPart, permuteSymbolsPart],
  workgroupBytes: ({ BLOCK, DIRECT }) => (DIRECT === 1 ? 0 : 4 * (WORKGROUP_SIZE + 1) * BLOCK),
};
