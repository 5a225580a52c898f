import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameDone, frameRange, items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { doneAtomicPart } from "../common/active-frames/done-atomic.ts";
import { runPart } from "../common/run.ts";
import { symbolOf, withSymbol, wordsPart } from "./words.ts";

/** The symbol by which each check of majority-logic decoding fails; marks the frames with a failed check. */
export const mlgdCheck: Kernel = {
  name: "majority-logic/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [runPart, wordsPart, doneAtomicPart],
  bindings: [
    u32("check_start"),
    u32("check_edges"),
    u32("products"),
    u32("check_syndromes"),
    u32("variable_words"),
    u32("check_words", "read_write"),
    u32("unsatisfied", "read_write"),
  ],
  constants: ["Q", "M", "SYNDROME", "STOP", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, parameters: { frames }, iteration, range }: TwinCall): void {
    const [start, edges, products, checkSyndromes, variableWords, checkWords, unsatisfied] = buffers;
    const { Q, M, SYNDROME, STOP, NODES_PER_WORKGROUP } = constants;
    const [first, last] = items(range, NODES_PER_WORKGROUP, M);
    const [firstFrame, lastFrame] = frameRange(range, frames);
    for (let m = first; m < last; m++) {
      for (let frame = firstFrame; frame < lastFrame; frame++) {
        if (frameDone(unsatisfied, STOP, iteration, frames, frame)) continue;
        const at = m * frames + frame;
        let error = SYNDROME === 1 ? checkSyndromes[at] : 0;
        for (let e = start[m]; e < start[m + 1]; e++) {
          error ^= products[edges[2 * e + 1] * Q + symbolOf(variableWords[edges[2 * e] * frames + frame])];
        }
        checkWords[at] = withSymbol(checkWords[at], error);
        if (error !== 0) unsatisfied[iteration * frames + frame] = 1;
      }
    }
  },
};
