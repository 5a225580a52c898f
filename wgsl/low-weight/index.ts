import type { KernelConstants } from "../../src/gpu/kernel.ts";

/** Bytes of workgroup memory of low-weight/walk. */
export function walkBytes(constants: KernelConstants): number {
  const { K, SLOTS, INVOCATIONS, SHARED, SUMS, WINDOW } = constants;
  const summed = 2 ** WINDOW + (SUMS - 1) * K + 1;
  return 4 * ((SHARED === 1 ? walkElements(constants) : 1) + 2 * K + SLOTS + 2 * INVOCATIONS + summed);
}

/** 32-bit words of the matrix of a walk. */
export function walkElements({ K, P, SLOTS, LABELS }: KernelConstants): number {
  return (Math.ceil(SLOTS / 32) + LABELS) * P * K;
}
