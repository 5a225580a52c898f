import type { Kernel, KernelConstants, KernelFamily } from "../../src/gpu/kernel.ts";

/** Words of low weight of a code by random walks over information sets. */
export const lowWeightWalk = {
  name: "low-weight/walk",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: (constants) => {
    const { K, SLOTS, INVOCATIONS, SHARED, SUMS, WINDOW } = constants;
    const summed = 2 ** WINDOW + (SUMS - 1) * K + 1;
    return 4 * ((SHARED === 1 ? walkElements(constants) : 1) + 2 * K + SLOTS + 2 * INVOCATIONS + summed);
  },
} satisfies Kernel;

/** 32-bit words of the matrix of a walk. */
export function walkElements({ K, P, SLOTS, LABELS }: KernelConstants): number {
  return (Math.ceil(SLOTS / 32) + LABELS) * P * K;
}

export const lowWeightKernels: KernelFamily = { kernels: [lowWeightWalk] };
