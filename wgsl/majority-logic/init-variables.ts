import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameRange, items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { variableWord, wordsPart } from "./words.ts";

/** First reliabilities of majority-logic decoding: λ times the channel's (SOFT), or γ for the hard decision. */
export const initVariables: Kernel = {
  name: "majority-logic/init-variables",
  wgsl: new URL("./init-variables.wgsl", import.meta.url),
  imports: [runPart, wordsPart],
  bindings: [f32("channel_llr"), u32("reliabilities", "read_write"), u32("variable_words", "read_write")],
  // FIRST is 2λ or γ.
  constants: ["Q", "N", "SOFT", "FIRST", "STEPS_PER_LLR_BITS", "LARGEST", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, parameters: { frames }, range }: TwinCall): void {
    const [channelLlr, reliabilities, variableWords] = buffers;
    const { Q, N, SOFT, FIRST, LARGEST, NODES_PER_WORKGROUP } = constants;
    const stepsPerLlr = new Float32Array(Uint32Array.of(constants.STEPS_PER_LLR_BITS).buffer)[0];
    // Products with a power of two are f32 numbers, and so are the differences that decide how they are rounded.
    const quantised = (llr: number) => Math.floor(Math.min(llr * stepsPerLlr, LARGEST) + 0.5);
    const [first, last] = items(range, NODES_PER_WORKGROUP, N);
    const [firstFrame, lastFrame] = frameRange(range, frames);
    for (let n = first; n < last; n++) {
      for (let frame = firstFrame; frame < lastFrame; frame++) {
        const from = (frame * N + n) * Q;
        let decision = 0;
        let greatest = channelLlr[from];
        for (let a = 1; a < Q; a++) {
          if (channelLlr[from + a] < channelLlr[from + decision]) decision = a;
          greatest = Math.max(greatest, channelLlr[from + a]);
        }
        const largest = quantised(greatest);
        for (let a = 0; a < Q; a++) {
          const hard = a === decision ? FIRST : 0;
          const soft = FIRST * (largest - quantised(channelLlr[from + a]));
          reliabilities[(n * Q + a) * frames + frame] = SOFT === 1 ? soft : hard;
        }
        variableWords[n * frames + frame] = variableWord(decision, SOFT === 1 ? largest : 1);
      }
    }
  },
};
