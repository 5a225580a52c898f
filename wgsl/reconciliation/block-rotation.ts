import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { octonionPart } from "./octonion.ts";
import { packedBitsPart } from "./packed-bits.ts";

/** Rotations from Gaussian values to points of the sphere that represent bits. */
export const blockRotation: Kernel = {
  name: "reconciliation/block-rotation",
  wgsl: new URL("./block-rotation.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart, octonionPart],
};
