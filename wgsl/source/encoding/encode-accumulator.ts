import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Parity bits of an accumulator code, as in DVB-S2. */
export const encodeAccumulator: Kernel = {
  name: "source/encoding/encode-accumulator",
  wgsl: new URL("./encode-accumulator.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 4 * WIDE_WORKGROUP_SIZE,
};
