import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { blockDifference } from "./block-difference.ts";

export const reconciliationKernels: KernelFamily = {
  kernels: [blockDifference],
};
