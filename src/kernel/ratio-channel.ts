import { f32, type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { GROUP } from "./range.ts";
import { ratioItems } from "./ratio-items.ts";
import { ratioWords } from "./ratio-words.ts";

/** Largest magnitude of a channel LLR: e^69 is near 2^100. */
export const RATIO_LLR_MAXIMUM = 69;

/** Likelihood ratios of the channel. */
export const ratioChannel: Kernel = {
  name: "ratio-channel",
  source: new URL("../../wgsl/ratio-channel.wgsl", import.meta.url),
  bindings: [u32("symbol"), f32("channel_llr"), f32("channel", "read_write")],
  constants: ["N", "FRAMES_FASTEST", "NODES_PER_GROUP"],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const [symbol, channelLlr, channel] = call.buffers;
    const { N } = call.constants;
    const { frames } = call.parameters;
    const { framesPerWord } = ratioWords(call.variant, call.constants);
    const items = ratioItems(call, framesPerWord);
    const [firstNode, lastNode] = items.nodes(N);
    const [first, last] = items.words(items.wordsOfRun);
    for (let word = first; word < last; word++) {
      for (let n = firstNode; n < lastNode; n++) {
        for (let lane = 0; lane < framesPerWord; lane++) {
          const frame = word * framesPerWord + lane;
          const llr = frame < frames ? channelLlr[frame * N + symbol[n]] : RATIO_LLR_MAXIMUM;
          const cut = Math.min(Math.max(llr, -RATIO_LLR_MAXIMUM), RATIO_LLR_MAXIMUM);
          channel[items.element(n, N, word) * framesPerWord + lane] = Math.exp(cut);
        }
      }
    }
  },
};
