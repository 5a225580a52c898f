import type { KernelConstants } from "../../../src/gpu/kernel.ts";

/** Counters at the head of the buffer `active_list`: wgsl/common/active-frames/list.wgsl. */
export const ACTIVE = 0;
export const OCCUPIED = 2;
/** Words of the buffer before the lists. */
export const LIST_HEAD = 5;

/** Index of a counter in an iteration. */
export function counterAt(counter: number, iteration: number): number {
  return counter + (iteration & 1);
}

/** Maximum number of frames of a slot whose done bits fit an entry of the lists. */
const ENTRY_FRAMES = 4;

/** Number of rows of each of the two lists: wgsl/common/active-frames/list-rows.wgsl. */
export function listRows({ SLOT_FRAMES, REFILLS }: KernelConstants): number {
  return 2 + Number(SLOT_FRAMES > ENTRY_FRAMES) + Number(REFILLS > 1);
}
