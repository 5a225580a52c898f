import type { Kernel } from "../../../src/gpu/kernel.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** q-ary sum-product check nodes with a vector over several invocations. */
export const checkQspaSpread = {
  name: "nonbinary/rules/qspa-spread",
  wgsl: new URL("./qspa-spread.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, slotsPart],
  workgroupSize: ({ Q, PART, FRAMES }) => (Q / PART) * FRAMES,
  workgroupBytes: ({ Q, PART, FRAMES, RING, PAD }) => 4 * FRAMES * (2 * PART * (Q / PART + PAD) + RING),
} satisfies Kernel;
