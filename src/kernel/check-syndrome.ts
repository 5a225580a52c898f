import { readGroup } from "./check-groups.ts";
import { checkUpdater } from "./check-update-twin.ts";
import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { GROUP, items } from "./range.ts";

/** Marks the frames whose decisions fail a check. */
export const checkSyndrome: Kernel = {
  name: "check-syndrome",
  source: new URL("../../wgsl/check-syndrome.wgsl", import.meta.url),
  bindings: [u32("groups"), u32("graph"), u32("check_signs"), u32("posteriors"), u32("unsatisfied", "read_write")],
  constants: ["N", "CHECKS", "LIFTING_SIZE", "COMPACT", "LISTS", "ABSENT", "CHECK_GROUP_AT", "SYNDROME"],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run({ buffers, constants, variant, parameters: { frames }, iteration, range }: TwinCall): void {
    const [groups, graph, checkSigns, posteriors, unsatisfied] = buffers as Uint32Array[];
    const { framesPerWord } = lanesOf(variant);
    const none = new Uint32Array();
    const updater = checkUpdater(
      { graph, channel: none, checkSigns, posteriors, messages: none },
      constants,
      variant,
      false,
    );
    const [first, last] = items(range, GROUP, constants.CHECKS);
    for (let word = range.firstSlot; word < range.lastSlot; word++) {
      for (let lane = 0; lane < framesPerWord && word * framesPerWord + lane < frames; lane++) {
        for (let check = first; check < last; check++) {
          const group = readGroup(groups, graph[constants.CHECK_GROUP_AT + check]);
          if (!updater.odd(group, check - group.check, word, lane)) continue;
          unsatisfied[iteration * frames + word * framesPerWord + lane] = 1;
          break;
        }
      }
    }
  },
};
