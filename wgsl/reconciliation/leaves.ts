import type { Kernel } from "../../src/gpu/kernel.ts";

/** Kernels of Karatsuba's method, whose workgroups have an invocation for each of LANES words of 32 polynomials. */
export const leafKernels: readonly Kernel[] = ["leaf-split", "leaf-product", "leaf-fold"].map((name) => ({
  name: `reconciliation/${name}`,
  workgroupSize: ({ LANES }) => LANES,
}));
