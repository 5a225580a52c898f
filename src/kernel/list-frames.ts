import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { WIDE_GROUP } from "./range.ts";

/** The frames that are left after the previous iteration. */
export const listFrames: Kernel = {
  name: "list-frames",
  source: new URL("../../wgsl/list-frames.wgsl", import.meta.url),
  bindings: [u32("unsatisfied"), u32("lists", "read_write")],
  constants: ["PLACE_FRAMES"],
  workgroupSize: () => WIDE_GROUP,
  workgroupBytes: () => 4 * (WIDE_GROUP + 1),
  run({ buffers, constants: { PLACE_FRAMES }, parameters: { frames }, iteration }: TwinCall): void {
    const [unsatisfied, lists] = buffers;
    const now = iteration & 1;
    const listNow = 2 + now * 2 * frames;
    const listBefore = 2 + (1 - now) * 2 * frames;
    const count = iteration <= 1 ? Math.ceil(frames / PLACE_FRAMES) : lists[1 - now];
    if (iteration === 0) {
      lists[0] = count;
      return;
    }
    let left = 0;
    for (let place = 0; place < count; place++) {
      const frame = iteration === 1 ? place : lists[listBefore + place];
      const row = (iteration - 1) * frames;
      const last = row + Math.min((frame + 1) * PLACE_FRAMES, frames);
      if (unsatisfied.subarray(row + frame * PLACE_FRAMES, last).every((one) => one === 0)) continue;
      lists[listNow + left] = frame;
      lists[listNow + left + frames] = place;
      left++;
    }
    lists[now] = left;
  },
};
