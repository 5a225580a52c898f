import { type Kernel, type KernelConstants, type TwinCall, u32 } from "./kernel.ts";
import { listEntry, listedPlace, listRows } from "./listed-place.ts";
import { WIDE_GROUP } from "./range.ts";

/** Places, and frames, that a work item looks at side by side at most: their loads are under way together. */
const RUN = 8;
const RUN_FRAMES = 32;

/** @param placeFrames frames of a place, at most 4 or 32. */
export function constantsOfList(placeFrames: number): KernelConstants {
  return { PLACE_FRAMES: placeFrames, RUN: Math.min(RUN, RUN_FRAMES / placeFrames) };
}

/** The frames that are left after the previous iteration. */
export const listFrames: Kernel = {
  name: "list-frames",
  source: new URL("../../wgsl/list-frames.wgsl", import.meta.url),
  bindings: [u32("unsatisfied"), u32("lists", "read_write")],
  constants: ["PLACE_FRAMES", "RUN"],
  workgroupSize: () => WIDE_GROUP,
  workgroupBytes: () => 4 * (WIDE_GROUP + 1),
  run({ buffers, constants: { PLACE_FRAMES }, parameters: { frames }, iteration }: TwinCall): void {
    const [unsatisfied, lists] = buffers;
    const now = iteration & 1;
    const rows = listRows(PLACE_FRAMES);
    const listNow = 2 + now * rows * frames;
    const listBefore = 2 + (1 - now) * rows * frames;
    const count = iteration <= 1 ? Math.ceil(frames / PLACE_FRAMES) : lists[1 - now];
    if (iteration === 0) {
      lists[0] = count;
      return;
    }
    let left = 0;
    for (let place = 0; place < count; place++) {
      const at = iteration === 1 ? place : listedPlace(lists[listBefore + place]);
      let failed = 0;
      for (let lane = 0; lane < PLACE_FRAMES && at * PLACE_FRAMES + lane < frames; lane++) {
        if (unsatisfied[(iteration - 1) * frames + at * PLACE_FRAMES + lane] !== 0) failed |= 1 << lane;
      }
      if (failed === 0) continue;
      const done = (0xffffffff >>> (32 - PLACE_FRAMES)) & ~failed;
      if (rows === 2) lists[listNow + left] = listEntry(at, done);
      else {
        lists[listNow + left] = at;
        lists[listNow + left + 2 * frames] = done;
      }
      lists[listNow + left + frames] = place;
      left++;
    }
    lists[now] = left;
  },
};
