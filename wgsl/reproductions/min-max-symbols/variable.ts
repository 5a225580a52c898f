import { f32, type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { frameDone, items } from "../../../src/gpu/workgroup.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Variable nodes: channel plus the other checks' messages. */
export const variable: Kernel = {
  name: "reproductions/min-max-symbols/variable",
  wgsl: new URL("./variable.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, donePart],
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    f32("channel_llr"),
    f32("check_to_variable"),
    u32("unsatisfied"),
    f32("variable_to_check", "read_write"),
  ],
  constants: ["Q", "N", "MESSAGES", "VARIABLES_PER_WORKGROUP", "STOP"],
  workgroupSize: ({ Q, VARIABLES_PER_WORKGROUP }) => Q * VARIABLES_PER_WORKGROUP,
  workgroupBytes: () => 0,
  run({
    buffers,
    constants: { Q, N, MESSAGES, VARIABLES_PER_WORKGROUP, STOP },
    parameters,
    iteration,
    range,
  }: TwinCall): void {
    const [start, edges, channelLlr, checkToVariable, unsatisfied, variableToCheck] = buffers;
    const [first, last] = items(range, VARIABLES_PER_WORKGROUP, N);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      if (frameDone(unsatisfied, STOP, iteration, parameters.frames, slot)) continue;
      const frame = slot * MESSAGES;
      for (let n = first; n < last; n++) {
        for (let k = start[n]; k < start[n + 1]; k++) {
          for (let a = 0; a < Q; a++) {
            let sum = channelLlr[(slot * N + n) * Q + a];
            for (let other = start[n]; other < start[n + 1]; other++) {
              if (other === k) continue;
              sum = Math.fround(sum + checkToVariable[frame + edges[2 * other] + a * edges[2 * other + 1]]);
            }
            variableToCheck[frame + edges[2 * k] + a * edges[2 * k + 1]] = sum;
          }
        }
      }
    }
  },
};
