import type { KernelConstants } from "./kernel.ts";

/** Words of the buffer `lists` before its two lists: wgsl/shared/listed-place.wgsl. */
export const LIST_HEAD = 5;
/** Frames of a place of which an entry of the lists says which are done. */
const ENTRY_FRAMES = 4;
const PLACE_BITS = 28;

/** An entry of the lists of kernel `list-frames`: a place, and a bit for each of its frames, at most 4, that is done. */
export function listEntry(place: number, done: number): number {
  return (place | (done << PLACE_BITS)) >>> 0;
}

export function listedPlace(entry: number): number {
  return entry & ((1 << PLACE_BITS) - 1);
}

export function listedDone(entry: number): number {
  return entry >>> PLACE_BITS;
}

/** Places that messages have room for: wgsl/shared/list-rows.wgsl. */
export function messagePlaces(frames: number, { PLACE_FRAMES, REFILLS }: KernelConstants): number {
  return Math.ceil(frames / (REFILLS * PLACE_FRAMES));
}

/** Where the rows of a list begin, in rows: of those it has. Entries are row 0, places before row 1. */
export interface ListRows {
  readonly count: number;
  /** Which frames are done, where an entry has no room for that. */
  readonly done?: number;
  /** In which iteration of the run frames entered, where places are refilled. */
  readonly entered?: number;
}

/** Rows of each of the two lists: wgsl/shared/list-rows.wgsl. */
export function listRows({ PLACE_FRAMES, REFILLS }: KernelConstants): ListRows {
  let count = 2;
  const done = PLACE_FRAMES > ENTRY_FRAMES ? count++ : undefined;
  const entered = REFILLS > 1 ? count++ : undefined;
  return { count, done, entered };
}
