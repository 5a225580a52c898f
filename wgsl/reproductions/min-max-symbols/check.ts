import type { Kernel } from "../../../src/gpu/kernel.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { galoisPart, galoisTableBytes } from "../../common/arithmetic/galois.ts";
import { boundPart } from "../../common/bound.ts";
import { checkSumPart } from "../../common/check-sum.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Min-Max check nodes by the forward-backward algorithm. */
export const checkMinMax = {
  name: "reproductions/min-max-symbols/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, galoisPart, boundPart, donePart, checkSumPart],
  workgroupSize: ({ Q, CHECKS_PER_WORKGROUP, SYMBOLS_PER_INVOCATION }) =>
    (Q / SYMBOLS_PER_INVOCATION) * CHECKS_PER_WORKGROUP,
  workgroupBytes: ({ Q, DEGREE, CHECKS_PER_WORKGROUP, METRICS_IN_STORAGE }) =>
    galoisTableBytes(Q) +
    4 * CHECKS_PER_WORKGROUP * Q * 2 +
    (METRICS_IN_STORAGE ? 4 : 4 * CHECKS_PER_WORKGROUP * Q * 2 * DEGREE),
} satisfies Kernel;
