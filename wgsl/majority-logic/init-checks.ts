import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameRange, items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { checkWord, reliabilityOf, symbolOf, wordsPart } from "./words.ts";

/** What the checks of majority-logic decoding have at first: failures of the hard decisions, and weights of votes. */
export const initChecks: Kernel = {
  name: "majority-logic/init-checks",
  wgsl: new URL("./init-checks.wgsl", import.meta.url),
  imports: [runPart, wordsPart],
  bindings: [
    u32("check_start"),
    u32("check_edges"),
    u32("products"),
    u32("syndrome"),
    u32("variable_words"),
    u32("check_words", "read_write"),
    u32("check_syndromes", "read_write"),
  ],
  constants: ["Q", "M", "SYNDROME", "LARGEST", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, parameters: { frames }, range }: TwinCall): void {
    const [start, edges, products, syndrome, variableWords, checkWords, checkSyndromes] = buffers;
    const { Q, M, SYNDROME, LARGEST, NODES_PER_WORKGROUP } = constants;
    const [first, last] = items(range, NODES_PER_WORKGROUP, M);
    const [firstFrame, lastFrame] = frameRange(range, frames);
    for (let m = first; m < last; m++) {
      for (let frame = firstFrame; frame < lastFrame; frame++) {
        let error = 0;
        if (SYNDROME === 1) {
          error = syndrome[frame * M + m];
          checkSyndromes[m * frames + frame] = error;
        }
        let least = LARGEST;
        let second = LARGEST;
        for (let e = start[m]; e < start[m + 1]; e++) {
          const word = variableWords[edges[2 * e] * frames + frame];
          error ^= products[edges[2 * e + 1] * Q + symbolOf(word)];
          const reliability = reliabilityOf(word);
          second = Math.min(second, Math.max(least, reliability));
          least = Math.min(least, reliability);
        }
        checkWords[m * frames + frame] = checkWord(error, least, second);
      }
    }
  },
};
