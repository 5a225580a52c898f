import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";

export const listPart = part("common/active-frames/list", new URL("./list.wgsl", import.meta.url));

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
const SLOT_BITS = 28;

export function entrySlot(entry: number): number {
  return entry & ((1 << SLOT_BITS) - 1);
}

export function entryDone(entry: number): number {
  return entry >>> SLOT_BITS;
}

/** Number of slots for messages: wgsl/common/active-frames/list-rows.wgsl. */
export function messageSlots(frames: number, { SLOT_FRAMES, REFILLS }: KernelConstants): number {
  return Math.ceil(frames / (REFILLS * SLOT_FRAMES));
}

/** First row of each kind in a list. Entries are row 0, slots before are row 1. */
interface ListRows {
  readonly count: number;
  /** Row of the done bits, if entries have no room for them. */
  readonly done?: number;
  /** Row of the iterations of the run in which frames started, if slots are refilled. */
  readonly started?: number;
}

/** Rows of each of the two lists: wgsl/common/active-frames/list-rows.wgsl. */
export function listRows({ SLOT_FRAMES, REFILLS }: KernelConstants): ListRows {
  let count = 2;
  const done = SLOT_FRAMES > ENTRY_FRAMES ? count++ : undefined;
  const started = REFILLS > 1 ? count++ : undefined;
  return { count, done, started };
}
