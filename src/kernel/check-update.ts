import { readGroup } from "./check-groups.ts";
import { checkUpdater } from "./check-update-twin.ts";
import { laneDone } from "./done-lanes.ts";
import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { GROUP } from "./range.ts";
import { wordItems } from "./word-places.ts";

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
    u32("unsatisfied"),
    u32("posteriors", "read_write"),
    u32("messages", "read_write"),
  ],
  constants: [
    ...["N", "CHECKS", "MESSAGES", "CHECK_GROUP_AT", "LIFTING_SIZE", "COMPACT", "LISTS", "ABSENT"],
    ...["LAYERED", "SYNDROME", "STOP", "WORDS_PER_ITEM", "FRAMES_FASTEST", "CHECKS_PER_GROUP"],
  ],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const { buffers, constants, variant, parameters, iteration, range } = call;
    const [groups, graph, layer, channel, checkSigns, unsatisfied, posteriors, messages] = buffers as Uint32Array[];
    const { CHECK_GROUP_AT, LAYERED, STOP, WORDS_PER_ITEM, CHECKS_PER_GROUP } = constants;
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
    const { first, last, firstWord, lastWord } = wordItems(constants, range, checks, words, per);
    for (let word = firstWord; word < lastWord; word++) {
      for (let lane = 0; lane < framesPerWord; lane++) {
        if (laneDone(unsatisfied, STOP, { iteration, parameters }, word * framesPerWord + lane)) continue;
        for (let check = firstCheck + first; check < firstCheck + last; ) {
          const group = readGroup(groups, graph[CHECK_GROUP_AT + check]);
          const end = Math.min(group.check + group.count, firstCheck + last);
          for (; check < end; check++) updater.update(group, check - group.check, word, lane, iteration === 0);
        }
      }
    }
  },
};
