import type { Kernel } from "../../src/gpu/kernel.ts";
import { boundPart } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { octonionPart } from "./octonion.ts";

/** Channel LLRs of the bits that a rotation represents, from values correlated with the rotated values. */
export const rotatedLlr: Kernel = {
  name: "reconciliation/rotated-llr",
  wgsl: new URL("./rotated-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, octonionPart],
};
