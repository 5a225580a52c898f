import { type Kernel, type KernelConstants, type TwinCall, u32 } from "./kernel.ts";
import { LIST_HEAD, listEntry, listedPlace, listRows, messagePlaces } from "./listed-place.ts";
import { WIDE_GROUP } from "./range.ts";

/** Places, and frames, that a work item looks at side by side at most: their loads are under way together. */
const RUN = 8;
const RUN_FRAMES = 32;

/**
 * @param placeFrames frames of a place, at most 4 or 32.
 * @param refills frames, on average, that take a place of messages one after another, each for at most `iterations`.
 */
export function constantsOfList(placeFrames: number, refills = 1, iterations = 0): KernelConstants {
  return {
    PLACE_FRAMES: placeFrames,
    RUN: Math.min(RUN, RUN_FRAMES / placeFrames),
    REFILLS: refills,
    ITERATIONS: iterations,
  };
}

/** The frames that are left after the previous iteration, and those that take the places of others. */
export const listFrames: Kernel = {
  name: "list-frames",
  source: new URL("../../wgsl/list-frames.wgsl", import.meta.url),
  bindings: [u32("unsatisfied"), u32("lists", "read_write")],
  constants: ["PLACE_FRAMES", "RUN", "REFILLS", "ITERATIONS"],
  workgroupSize: () => WIDE_GROUP,
  workgroupBytes: () => 4 * (WIDE_GROUP + 2),
  run({ buffers, constants, parameters: { frames }, iteration }: TwinCall): void {
    const [unsatisfied, lists] = buffers;
    const { PLACE_FRAMES, REFILLS, ITERATIONS } = constants;
    const now = iteration & 1;
    const rows = listRows(constants);
    const listNow = LIST_HEAD + now * rows.count * frames;
    const listBefore = LIST_HEAD + (1 - now) * rows.count * frames;
    const all = Math.ceil(frames / PLACE_FRAMES);
    const room = messagePlaces(frames, constants);
    if (iteration === 0) {
      lists[0] = REFILLS === 1 ? all : 0;
      lists[2] = room;
      return;
    }
    const isFirst = iteration === 1;
    const count = isFirst ? room : lists[(REFILLS === 1 ? 0 : 2) + 1 - now];
    /** Iterations that a place of the previous iteration has had. */
    const ageOf = (own: number) => {
      if (rows.entered === undefined) return iteration;
      return isFirst ? 0 : iteration - 1 - lists[listBefore + rows.entered * frames + own];
    };
    let left = 0;
    const put = (place: number, done: number, before: number, age: number) => {
      const at = listNow + left++;
      if (rows.done === undefined) lists[at] = listEntry(place, done);
      else {
        lists[at] = place;
        lists[at + rows.done * frames] = done;
      }
      lists[at + frames] = before;
      if (rows.entered !== undefined) lists[at + rows.entered * frames] = iteration - age;
    };
    for (let own = 0; own < count; own++) {
      const place = isFirst ? own : listedPlace(lists[listBefore + own]);
      const age = ageOf(own);
      let failed = 0;
      for (let lane = 0; lane < PLACE_FRAMES && place * PLACE_FRAMES + lane < frames; lane++) {
        const fails = age === 0 || unsatisfied[(age - 1) * frames + place * PLACE_FRAMES + lane] !== 0;
        if (fails) failed |= 1 << lane;
      }
      if (failed === 0 || (REFILLS > 1 && age === ITERATIONS)) continue;
      put(place, (0xffffffff >>> (32 - PLACE_FRAMES)) & ~failed, own, age + 1);
    }
    lists[now] = left;
    if (REFILLS === 1) return;
    const entered = isFirst ? room : lists[4];
    const enter = Math.min(room - left, all - entered);
    for (let i = 0; i < enter; i++) put(entered + i, 0, left, 0);
    lists[2 + now] = left;
    lists[4] = entered + enter;
  },
};
