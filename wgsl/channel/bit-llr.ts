import { f32, i32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart, LLR_BOUND } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** What `sent_state` says of a symbol: the receiver knows nothing of a punctured one, all of a shortened one. */
export const SENT = 0;
export const PUNCTURED = 1;
export const SHORTENED = 2;

/** Channel LLRs of the bits of a binary code. */
export const bitLlr: Kernel = {
  name: "channel/bit-llr",
  wgsl: new URL("./bit-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart],
  bindings: [i32("received"), u32("sent_state"), f32("channel_llr", "read_write")],
  constants: ["N"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N }, parameters, range }: TwinCall): void {
    const [received, sentState, channelLlr] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE, N);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      for (let n = first; n < last; n++) {
        const state = sentState[n];
        const llr = received[slot * N + n] * parameters.llrScale;
        channelLlr[slot * N + n] = state === PUNCTURED ? 0 : state === SHORTENED ? LLR_BOUND : llr;
      }
    }
  },
};
