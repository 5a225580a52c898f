import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WIDE_WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** One buffer into another: what the bandwidth of a device is measured with. */
export const copy: Kernel = {
  name: "statistics/copy",
  wgsl: new URL("./copy.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("original"), u32("duplicate", "read_write")],
  constants: ["VECTORS"],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { VECTORS }, range }: TwinCall): void {
    const [original, duplicate] = buffers as [Uint32Array, Uint32Array];
    const [first, last] = items(range, WIDE_WORKGROUP_SIZE, VECTORS);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      const start = 4 * slot * VECTORS;
      duplicate.set(original.subarray(start + 4 * first, start + 4 * last), start + 4 * first);
    }
  },
};
