import type { Kernel, KernelFamily } from "../../src/gpu/kernel.ts";
import { blockDifference } from "./block-difference.ts";

/** Kernels of Karatsuba's method, whose workgroups have an invocation for each of LANES words of 32 polynomials. */
const leafKernels: readonly Kernel[] = ["leaf-split", "leaf-product", "leaf-fold"].map((name) => ({
  name: `reconciliation/${name}`,
  workgroupSize: ({ LANES }) => LANES,
}));

export const reconciliationKernels: KernelFamily = {
  kernels: [blockDifference, ...leafKernels],
};
