import { readGroup } from "./check-groups.ts";
import { checkUpdater } from "./check-update-twin.ts";
import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { openLanes } from "./open-words.ts";
import { GROUP } from "./range.ts";

/** Binary check nodes: of a layer, or all of them. */
export const checkUpdate: Kernel = {
  name: "check-update",
  source: new URL("../../wgsl/check-update.wgsl", import.meta.url),
  bindings: [
    u32("groups"),
    u32("graph"),
    u32("layer"),
    u32("channel"),
    u32("check_signs"),
    u32("progress"),
    u32("posteriors", "read_write"),
    u32("messages", "read_write"),
  ],
  constants: [
    ...["N", "CHECKS", "MESSAGES", "CHECK_GROUP_AT", "LIFTING_SIZE", "COMPACT", "LISTS", "ABSENT"],
    ...[
      "LAYERED",
      "SYNDROME",
      "STOP",
      "ITERATIONS",
      "WORDS_PER_ITEM",
      "FRAMES_FASTEST",
      "CHECKS_PER_GROUP",
      "COUNT_FLIPS",
    ],
  ],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const { buffers, constants, variant, parameters, iteration } = call;
    const [groups, graph, layer, channel, checkSigns, progress, posteriors, messages] = buffers as Uint32Array[];
    const { CHECK_GROUP_AT, LAYERED, STOP, ITERATIONS, WORDS_PER_ITEM, CHECKS_PER_GROUP } = constants;
    const [firstCheck, checks] = layer;
    const { framesPerWord } = lanesOf(variant);
    const words = Math.ceil(parameters.frames / framesPerWord);
    const updater = checkUpdater(
      { graph, channel, checkSigns, posteriors, messages },
      constants,
      variant,
      words,
      LAYERED === 1,
    );
    const per = { wordsPerItem: WORDS_PER_ITEM, elementsPerGroup: CHECKS_PER_GROUP };
    const leaves = STOP === 1 || iteration + 1 === ITERATIONS;
    const { first, last, lanes } = openLanes(call, progress, checks, per);
    for (const { word, lane } of lanes) {
      for (let check = firstCheck + first; check < firstCheck + last; ) {
        const group = readGroup(groups, graph[CHECK_GROUP_AT + check]);
        const end = Math.min(group.check + group.count, firstCheck + last);
        for (; check < end; check++) updater.update(group, check - group.check, word, lane, iteration === 0, leaves);
      }
    }
  },
};
