import type { Kernel, KernelConstants } from "../../../../src/gpu/kernel.ts";
import { slicedInvocations } from "../../formats/sliced.ts";

/** Constants: bits of the number of a check's edge, and vectors of four words that an invocation has in workgroup memory. */
export function slicedTrellisConstants(bits: number, degree: number): KernelConstants {
  const positionBits = Math.max(1, Math.ceil(Math.log2(degree)));
  return { POSITION_BITS: positionBits, SLOTS: 2 * Math.ceil(Math.max(2 * bits, bits + positionBits) / 2) };
}

/** Trellis Min-Max check nodes on bit-sliced integers. */
export const checkTrellisSliced: Kernel = {
  name: "nonbinary/rules/trellis/trellis-min-max-sliced",
  workgroupSize: slicedInvocations,
  workgroupBytes: ({ SLOTS, Q }) => 16 * slicedInvocations({ Q }) * SLOTS,
};
