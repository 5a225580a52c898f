import { f32, type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { frameDone, items, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Tentative decision: the symbol of least a posteriori LLR. */
export const decide: Kernel = {
  name: "reproductions/min-max-symbols/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, donePart],
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    f32("channel_llr"),
    f32("check_to_variable"),
    u32("unsatisfied"),
    u32("decision", "read_write"),
  ],
  constants: ["Q", "N", "MESSAGES", "STOP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { Q, N, MESSAGES, STOP }, parameters, iteration, range }: TwinCall): void {
    const [start, edges, channelLlr, checkToVariable, unsatisfied, decision] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE, N);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      if (frameDone(unsatisfied, STOP, iteration, parameters.frames, slot)) continue;
      const frame = slot * MESSAGES;
      for (let n = first; n < last; n++) {
        let best = 0;
        let least = 0;
        for (let a = 0; a < Q; a++) {
          let sum = channelLlr[(slot * N + n) * Q + a];
          for (let k = start[n]; k < start[n + 1]; k++) {
            sum = Math.fround(sum + checkToVariable[frame + edges[2 * k] + a * edges[2 * k + 1]]);
          }
          if (a === 0 || sum < least) {
            best = a;
            least = sum;
          }
        }
        decision[slot * N + n] = best;
      }
    }
  },
};
