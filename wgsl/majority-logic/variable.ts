import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameDone, frameRange, items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { donePart } from "../common/active-frames/done.ts";
import { runPart } from "../common/run.ts";
import { reliabilityOf, symbolOf, variableWord, voteWeight, wordsPart } from "./words.ts";

/** Counts the votes of a variable's checks, and decides for the symbol of greatest reliability. */
export const mlgdVariable: Kernel = {
  name: "majority-logic/variable",
  wgsl: new URL("./variable.wgsl", import.meta.url),
  imports: [runPart, wordsPart, donePart],
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("check_words"),
    u32("unsatisfied"),
    u32("reliabilities", "read_write"),
    u32("variable_words", "read_write"),
  ],
  constants: ["Q", "N", "STOP", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, parameters: { frames }, iteration, range }: TwinCall): void {
    const [start, edges, products, checkWords, unsatisfied, reliabilities, variableWords] = buffers;
    const { Q, N, STOP, NODES_PER_WORKGROUP } = constants;
    const [first, last] = items(range, NODES_PER_WORKGROUP, N);
    const [firstFrame, lastFrame] = frameRange(range, frames);
    for (let n = first; n < last; n++) {
      for (let frame = firstFrame; frame < lastFrame; frame++) {
        if (frameDone(unsatisfied, STOP, iteration, frames, frame)) continue;
        const word = variableWords[n * frames + frame];
        const present = symbolOf(word);
        const reliability = reliabilityOf(word);
        let best = present;
        let greatest = reliabilities[(n * Q + present) * frames + frame];
        for (let k = start[n]; k < start[n + 1]; k++) {
          const check = checkWords[edges[2 * k] * frames + frame];
          const vote = present ^ products[edges[2 * k + 1] * Q + symbolOf(check)];
          const at = (n * Q + vote) * frames + frame;
          const sum = reliabilities[at] + voteWeight(check, reliability);
          reliabilities[at] = sum;
          if (sum > greatest || vote === best) {
            greatest = sum;
            best = vote;
          }
        }
        variableWords[n * frames + frame] = variableWord(best, reliability);
      }
    }
  },
};
