import type { Kernel } from "../../../src/gpu/kernel.ts";
import { galoisTableBytes } from "../../common/arithmetic/galois.ts";

/** Min-Max check nodes by the forward-backward algorithm. */
export const checkMinMax = {
  name: "reproductions/min-max-symbols/check",
  workgroupSize: ({ Q, CHECKS_PER_WORKGROUP, SYMBOLS_PER_INVOCATION }) =>
    (Q / SYMBOLS_PER_INVOCATION) * CHECKS_PER_WORKGROUP,
  workgroupBytes: ({ Q, DEGREE, CHECKS_PER_WORKGROUP, METRICS_IN_STORAGE }) =>
    galoisTableBytes(Q) +
    4 * CHECKS_PER_WORKGROUP * Q * 2 +
    (METRICS_IN_STORAGE ? 4 : 4 * CHECKS_PER_WORKGROUP * Q * 2 * DEGREE),
} satisfies Kernel;
