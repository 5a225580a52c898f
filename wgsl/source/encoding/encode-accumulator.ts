import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";

/** Parity bits of an accumulator code, as in DVB-S2. */
export const encodeAccumulator: Kernel = {
  name: "source/encoding/encode-accumulator",
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 4 * WIDE_WORKGROUP_SIZE,
};
