import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** LLR vectors from received symbols of the q-ary symmetric and the q-ary erasure channel. */
export const receivedLlr: Kernel = {
  name: "channel/received-llr",
  wgsl: new URL("./received-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("received"), f32("channel_llr", "read_write")],
  constants: ["Q", "N"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { Q, N }, parameters, range }: TwinCall): void {
    const [received, channelLlr] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE, (N * Q) / 2);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      for (let element = 2 * first; element < 2 * last; element++) {
        const symbol = received[slot * N + Math.floor(element / Q)];
        const other = symbol < Q && element % Q !== symbol;
        channelLlr[slot * N * Q + element] = other ? parameters.llrScale : 0;
      }
    }
  },
};
