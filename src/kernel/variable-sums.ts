import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { openLanes } from "./open-words.ts";
import { GROUP } from "./range.ts";
import { wordPlace } from "./word-places.ts";

/** Posteriors of a flooding schedule: channel plus all messages. */
export const variableSums: Kernel = {
  name: "variable-sums",
  source: new URL("../../wgsl/variable-sums.wgsl", import.meta.url),
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    u32("channel"),
    u32("messages"),
    u32("progress"),
    u32("posteriors", "read_write"),
  ],
  constants: ["N", "CORE", "MESSAGES", "BLOCK", "ABSENT", "STOP", "FRAMES_FASTEST", "VARIABLES_PER_GROUP"],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const { buffers, constants, variant, parameters } = call;
    const [start, edges, channel, messages, progress, posteriors] = buffers as Uint32Array[];
    const { N, CORE, MESSAGES, BLOCK, ABSENT, VARIABLES_PER_GROUP } = constants;
    const lanes = lanesOf(variant);
    const { framesPerWord: width, decode, encode } = lanes;
    const channelLanes = lanes.view(channel);
    const messageLanes = lanes.view(messages);
    const posteriorLanes = lanes.view(posteriors);
    const place = wordPlace(constants, Math.ceil(parameters.frames / width));
    const { first, last, lanes: open } = openLanes(call, progress, CORE, { elementsPerGroup: VARIABLES_PER_GROUP });
    for (const { word, lane } of open) {
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
  },
};
