import { readGroup } from "./check-groups.ts";
import { checkUpdater } from "./check-update-twin.ts";
import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { openLanes } from "./open-words.ts";
import { GROUP } from "./range.ts";

/** Marks the frames whose decisions fail a check. */
export const checkSyndrome: Kernel = {
  name: "check-syndrome",
  source: new URL("../../wgsl/check-syndrome.wgsl", import.meta.url),
  bindings: [
    u32("groups"),
    u32("graph"),
    u32("asked"),
    u32("check_signs"),
    u32("posteriors"),
    u32("unsatisfied", "read_write"),
    u32("progress"),
  ],
  constants: [
    "N",
    "CHECKS",
    "LIFTING_SIZE",
    "COMPACT",
    "LISTS",
    "ABSENT",
    "CHECK_GROUP_AT",
    "SYNDROME",
    "STOP",
    "WORDS_PER_ITEM",
    "FRAMES_FASTEST",
    "CHECKS_PER_GROUP",
  ],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const { buffers, constants, variant, parameters, iteration } = call;
    const [groups, graph, asked, checkSigns, posteriors, unsatisfied, progress] = buffers as Uint32Array[];
    const { framesPerWord } = lanesOf(variant);
    const { frames } = parameters;
    const none = new Uint32Array();
    const words = Math.ceil(frames / framesPerWord);
    const updater = checkUpdater(
      { graph, channel: none, checkSigns, posteriors, messages: none },
      constants,
      variant,
      words,
      false,
    );
    const per = { wordsPerItem: constants.WORDS_PER_ITEM, elementsPerGroup: constants.CHECKS_PER_GROUP };
    const state = constants.FRAMES_FASTEST === 1 ? progress : unsatisfied;
    const { first, last, lanes } = openLanes(call, state, asked[1], per);
    for (const { word, lane } of lanes) {
      const frame = word * framesPerWord + lane;
      if (frame >= frames) continue;
      for (let check = asked[0] + first; check < asked[0] + last; check++) {
        const group = readGroup(groups, graph[constants.CHECK_GROUP_AT + check]);
        if (!updater.odd(group, check - group.check, word, lane)) continue;
        unsatisfied[iteration * frames + frame] = 1;
        break;
      }
    }
  },
};
