import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { aliasSamplePart } from "../alias-sample.ts";
import { codeBlockPart } from "./code-block.ts";
import { fadedPart } from "./faded.ts";

/** Value in `label_bits` for a bit of a label that is no coded bit, and is 0. */
export const PADDING = 0xffffffff;

/** Points of a constellation over AWGN. */
export const samplePoints: Kernel = {
  name: "channel/points/sample",
  wgsl: new URL("./sample.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, aliasSamplePart, fadedPart, codeBlockPart],
};
