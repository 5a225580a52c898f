import type { Kernel, KernelFamily } from "../../../src/gpu/kernel.ts";
import { galoisTableBytes } from "../../common/arithmetic/galois.ts";

/** First variable-to-check messages: the channel's, at most LLR_BOUND. */
export const init: Kernel = {
  name: "reproductions/min-max-symbols/init",
  workgroupSize: ({ Q, VARIABLES_PER_WORKGROUP }) => Q * VARIABLES_PER_WORKGROUP,
};

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

/** Variable nodes: channel plus the other checks' messages. */
export const variable: Kernel = {
  name: "reproductions/min-max-symbols/variable",
  workgroupSize: ({ Q, VARIABLES_PER_WORKGROUP }) => Q * VARIABLES_PER_WORKGROUP,
};

/** Marks frames whose decision fails a check, or has not the given syndrome. */
export const syndrome: Kernel = {
  name: "reproductions/min-max-symbols/syndrome",
  workgroupBytes: ({ Q }) => galoisTableBytes(Q),
};

export const minMaxSymbolsKernels: KernelFamily = {
  kernels: [checkMinMax, init, syndrome, variable],
};
