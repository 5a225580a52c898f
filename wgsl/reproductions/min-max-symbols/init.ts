import { f32, type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { items } from "../../../src/gpu/workgroup.ts";
import { boundPart, LLR_BOUND } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** First variable-to-check messages: the channel's, at most LLR_BOUND. */
export const init: Kernel = {
  name: "reproductions/min-max-symbols/init",
  wgsl: new URL("./init.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart],
  bindings: [u32("variable_start"), u32("variable_edges"), f32("channel_llr"), f32("variable_to_check", "read_write")],
  constants: ["Q", "N", "MESSAGES", "VARIABLES_PER_WORKGROUP"],
  workgroupSize: ({ Q, VARIABLES_PER_WORKGROUP }) => Q * VARIABLES_PER_WORKGROUP,
  workgroupBytes: () => 0,
  run({ buffers, constants: { Q, N, MESSAGES, VARIABLES_PER_WORKGROUP }, range }: TwinCall): void {
    const [start, edges, channelLlr, variableToCheck] = buffers;
    const [first, last] = items(range, VARIABLES_PER_WORKGROUP, N);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      for (let n = first; n < last; n++) {
        for (let k = start[n]; k < start[n + 1]; k++) {
          const base = slot * MESSAGES + edges[2 * k];
          const stride = edges[2 * k + 1];
          for (let a = 0; a < Q; a++) {
            variableToCheck[base + a * stride] = Math.min(channelLlr[(slot * N + n) * Q + a], LLR_BOUND);
          }
        }
      }
    }
  },
};
