import { f32, type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { ratioWords } from "./formats.ts";
import { invocationsPart, ratioInvocations } from "./invocations.ts";

/** Largest magnitude of a channel LLR: e^69 is near 2^100. */
export const RATIO_LLR_MAXIMUM = 69;

/** Likelihood ratios of the channel. */
export const ratioChannel: Kernel = {
  name: "reproductions/ratio/channel",
  wgsl: new URL("./channel.wgsl", import.meta.url),
  imports: [runPart, invocationsPart],
  bindings: [u32("symbol"), f32("channel_llr"), f32("channel", "read_write")],
  constants: ["N", "FRAME_INTERLEAVED", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const [symbol, channelLlr, channel] = call.buffers;
    const { N } = call.constants;
    const { frames } = call.parameters;
    const { interleave } = ratioWords(call.variant, call.constants);
    const invocations = ratioInvocations(call, interleave);
    const [firstNode, lastNode] = invocations.nodes(N);
    const [first, last] = invocations.words(invocations.wordsOfRun);
    for (let word = first; word < last; word++) {
      for (let n = firstNode; n < lastNode; n++) {
        for (let lane = 0; lane < interleave; lane++) {
          const frame = word * interleave + lane;
          const llr = frame < frames ? channelLlr[frame * N + symbol[n]] : RATIO_LLR_MAXIMUM;
          const cut = Math.min(Math.max(llr, -RATIO_LLR_MAXIMUM), RATIO_LLR_MAXIMUM);
          channel[invocations.element(n, N, word) * interleave + lane] = Math.exp(cut);
        }
      }
    }
  },
};
