import { part } from "../../src/gpu/part.ts";

export const failedFramesPart = part("reprocess/failed-frames", new URL("./failed-frames.wgsl", import.meta.url));

/** Elements of `failed` before the slots: how many frames wait, place of the first that waits, frames of the run. */
export const FAILED_HEAD = 3;

/** Slot of a frame of a round, undefined if fewer frames wait: twin of wgsl/reprocess/failed-frames.wgsl. */
export function failedSlot(failed: ArrayLike<number>, frame: number): number | undefined {
  const [waiting, first] = [failed[0], failed[1]];
  return frame < waiting ? failed[FAILED_HEAD + first + frame] : undefined;
}
