import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameRange, items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { symbolOf, wordsPart } from "./words.ts";

/** The decisions of majority-logic decoding, frame by frame. */
export const mlgdDecision: Kernel = {
  name: "majority-logic/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, wordsPart],
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
