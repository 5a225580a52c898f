import type { Kernel } from "../../../src/gpu/kernel.ts";
import { doneAtomicPart } from "../../common/active-frames/done-atomic.ts";
import { galoisPart, galoisTableBytes } from "../../common/arithmetic/galois.ts";
import { checkSumPart } from "../../common/check-sum.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Marks frames whose decision fails a check, or has not the given syndrome. */
export const syndrome: Kernel = {
  name: "reproductions/min-max-symbols/syndrome",
  wgsl: new URL("./syndrome.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, galoisPart, doneAtomicPart, checkSumPart],
  workgroupBytes: ({ Q }) => galoisTableBytes(Q),
};
