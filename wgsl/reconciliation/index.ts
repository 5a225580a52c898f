import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { blockDifference } from "./block-difference.ts";
import { leafKernels } from "./leaves.ts";

export const reconciliationKernels: KernelFamily = {
  kernels: [blockDifference, ...leafKernels],
};
