import { type Kernel, type TwinCall, u32 } from "../gpu/kernel.ts";
import { frameRange, items, WORKGROUP_SIZE } from "../gpu/workgroup.ts";
import { symbolOf } from "./mlgd-words.ts";

/** The decisions of majority-logic decoding, frame by frame. */
export const mlgdDecision: Kernel = {
  name: "mlgd-decision",
  source: new URL("../../wgsl/mlgd-decision.wgsl", import.meta.url),
  bindings: [u32("variable_words"), u32("decision", "read_write")],
  constants: ["N", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N, NODES_PER_WORKGROUP }, parameters: { frames }, range }: TwinCall): void {
    const [variableWords, decision] = buffers;
    const [first, last] = items(range, NODES_PER_WORKGROUP, N);
    const [firstFrame, lastFrame] = frameRange(range, frames);
    for (let n = first; n < last; n++) {
      for (let frame = firstFrame; frame < lastFrame; frame++) {
        decision[frame * N + n] = symbolOf(variableWords[n * frames + frame]);
      }
    }
  },
};
