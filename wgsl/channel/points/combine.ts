import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { codeBlockPart } from "./code-block.ts";

/** Sums of the LLRs of coded bits that are sent more than once, or not by every code block. */
export const combine: Kernel = {
  name: "channel/points/combine",
  wgsl: new URL("./combine.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, codeBlockPart],
};
