import { f32, type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { frameDone, items, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { boundPart, LLR_BOUND } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Subtracts each variable-to-check message's minimum; at most LLR_BOUND remains. */
export const normalise: Kernel = {
  name: "reproductions/min-max-symbols/normalise",
  wgsl: new URL("./normalise.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, donePart],
  bindings: [u32("check_edges"), u32("unsatisfied"), f32("variable_to_check", "read_write")],
  constants: ["Q", "E", "MESSAGES", "STOP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { Q, E, MESSAGES, STOP }, parameters, iteration, range }: TwinCall): void {
    const [edges, unsatisfied, variableToCheck] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE, E);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      if (frameDone(unsatisfied, STOP, iteration, parameters.frames, slot)) continue;
      for (let e = first; e < last; e++) {
        const base = slot * MESSAGES + edges[4 * e + 2];
        const stride = edges[4 * e + 3];
        let least = variableToCheck[base];
        for (let a = 1; a < Q; a++) least = Math.min(least, variableToCheck[base + a * stride]);
        for (let a = 0; a < Q; a++) {
          const index = base + a * stride;
          variableToCheck[index] = Math.min(variableToCheck[index] - least, LLR_BOUND);
        }
      }
    }
  },
};
