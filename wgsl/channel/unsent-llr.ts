import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart, LLR_BOUND } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { SHORTENED } from "./bit-llr.ts";

/** LLR vectors of punctured and shortened symbols. */
export const unsentLlr: Kernel = {
  name: "channel/unsent-llr",
  wgsl: new URL("./unsent-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart],
  bindings: [u32("unsent"), f32("channel_llr", "read_write")],
  constants: ["Q", "N", "UNSENT"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { Q, N, UNSENT }, range }: TwinCall): void {
    const [unsent, channelLlr] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE, UNSENT * Q);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      for (let item = first; item < last; item++) {
        const symbol = Math.floor(item / Q);
        const a = item % Q;
        const excluded = unsent[2 * symbol + 1] === SHORTENED && a !== 0;
        channelLlr[(slot * N + unsent[2 * symbol]) * Q + a] = excluded ? LLR_BOUND : 0;
      }
    }
  },
};
