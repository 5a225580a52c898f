import type { KernelConstants } from "../../../../src/gpu/kernel.ts";

/** Constants: bits of the number of a check's edge, and vectors of four words that an invocation has in workgroup memory. */
export function slicedTrellisConstants(bits: number, degree: number): KernelConstants {
  const positionBits = Math.max(1, Math.ceil(Math.log2(degree)));
  return { POSITION_BITS: positionBits, SLOTS: 2 * Math.ceil(Math.max(2 * bits, bits + positionBits) / 2) };
}
