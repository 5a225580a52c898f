import { laneDone } from "./done-lanes.ts";
import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { GROUP } from "./range.ts";
import { wordItems, wordPlace } from "./word-places.ts";

/** Posteriors of a flooding schedule: channel plus all messages. */
export const variableSums: Kernel = {
  name: "variable-sums",
  source: new URL("../../wgsl/variable-sums.wgsl", import.meta.url),
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    u32("channel"),
    u32("messages"),
    u32("unsatisfied"),
    u32("posteriors", "read_write"),
  ],
  constants: ["N", "CORE", "MESSAGES", "BLOCK", "ABSENT", "STOP", "FRAMES_FASTEST", "VARIABLES_PER_GROUP"],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run({ buffers, constants, variant, parameters, iteration, range }: TwinCall): void {
    const [start, edges, channel, messages, unsatisfied, posteriors] = buffers as Uint32Array[];
    const { N, CORE, MESSAGES, BLOCK, ABSENT, STOP, VARIABLES_PER_GROUP } = constants;
    const lanes = lanesOf(variant);
    const { framesPerWord: width, decode, encode } = lanes;
    const channelLanes = lanes.view(channel);
    const messageLanes = lanes.view(messages);
    const posteriorLanes = lanes.view(posteriors);
    const words = Math.ceil(parameters.frames / width);
    const place = wordPlace(constants, words);
    const per = { elementsPerGroup: VARIABLES_PER_GROUP };
    const { first, last, firstWord, lastWord } = wordItems(constants, range, CORE, words, per);
    for (let word = firstWord; word < lastWord; word++) {
      for (let lane = 0; lane < width; lane++) {
        if (laneDone(unsatisfied, STOP, { iteration, parameters }, word * width + lane)) continue;
        for (let n = first; n < last; n++) {
          const column = Math.floor(n / BLOCK);
          const j = n % BLOCK;
          let sum = decode(channelLanes[place(word, n, N) * width + lane]);
          for (let k = start[column]; k < start[column + 1]; k++) {
            const shift = edges[2 * k + 1];
            const message = edges[2 * k] + (j < shift ? j + BLOCK - shift : j - shift);
            if (message === ABSENT) continue;
            sum = Math.fround(sum + decode(messageLanes[place(word, message, MESSAGES) * width + lane]));
          }
          posteriorLanes[place(word, n, N) * width + lane] = encode(lanes.posterior(sum));
        }
      }
    }
  },
};
