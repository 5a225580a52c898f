import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { pivotPart } from "./pivot.ts";

/** Words of a row of H and its syndrome bit. */
export function rowWords(positions: number): number {
  return Math.floor(positions / 32) + 1;
}

/** The least reliable basis of each frame, and H reduced by it. */
export const osdReduce: Kernel = {
  name: "osd/reduce",
  wgsl: new URL("./reduce.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, pivotPart],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ N }) => 4 * (rowWords(N) + 3),
};
