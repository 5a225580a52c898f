import type { Kernel } from "../../src/gpu/kernel.ts";
import { slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";
import { levelMessagesPart } from "./formats/level-messages.ts";
import { levelsPart } from "./formats/levels.ts";
import { permuteSymbolsPart } from "./formats/permute-symbols.ts";

/** Variable nodes and decisions of level-sliced Min-Max. */
export const variableLevels: Kernel = {
  name: "nonbinary/variable-levels",
  wgsl: new URL("./variable-levels.wgsl", import.meta.url),
  imports: [runPart, levelsPart, levelMessagesPart, slotsPart, permuteSymbolsPart],
};
