import type { BufferData, KernelConstants, RunParameters, WorkgroupRange } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import {
  ACTIVE,
  counterAt,
  entryDone,
  entrySlot,
  LIST_HEAD,
  listPart,
  listRows,
  messageSlots,
  OCCUPIED,
} from "./list.ts";
import { listRowsPart } from "./list-rows.ts";

export const slotsPart = part("common/active-frames/slots", new URL("./slots.wgsl", import.meta.url), [
  listRowsPart,
  listPart,
]);

/** Slots of a dispatch, as in wgsl/common/active-frames/slots.wgsl. */
export interface ActiveSlots {
  /** Number of frames with room for messages. */
  readonly room: number;
  /** Places [first, last) of the dispatch: the places with messages to checks. */
  readonly first: number;
  readonly last: number;
  /** Slots [first, lastOccupied): the slots before, and after them frames that refill a slot. */
  readonly lastOccupied: number;
  frameAt(slot: number): number;
  slotBefore(slot: number): number;
  /** Whether no check has processed the frame yet. */
  isRefilled(slot: number): boolean;
  /** The frame's iteration, unless its slot was just refilled. */
  iterationAt(slot: number): number;
  /** Whether the frame is done and stays only because other frames of its slot are active. */
  isDone(slot: number): boolean;
}

/**
 * The slots of a range of workgroups y of `size` frames each.
 * @param lists buffer [LIST_HEAD + 2·rows·frames] (wgsl/common/active-frames/compact.wgsl).
 */
export function activeSlots(
  list: BufferData,
  constants: KernelConstants,
  { frames }: RunParameters,
  iteration: number,
  { firstSlot, lastSlot }: WorkgroupRange,
  size = WORKGROUP_SIZE,
): ActiveSlots {
  const { STOP, SLOT_FRAMES, REFILLS } = constants;
  const compacts = STOP === 1 && iteration > 0;
  const isRefilling = REFILLS > 1;
  const rows = listRows(constants);
  const now = iteration & 1;
  const base = LIST_HEAD + now * rows.count * frames;
  const room = messageSlots(frames, constants) * SLOT_FRAMES;
  const active = compacts ? list[counterAt(ACTIVE, iteration)] * SLOT_FRAMES : isRefilling ? 0 : frames;
  const occupied = isRefilling ? (compacts ? list[counterAt(OCCUPIED, iteration)] * SLOT_FRAMES : room) : active;
  const entryAt = (slot: number) => base + Math.floor(slot / SLOT_FRAMES);
  /** Frame or slot of an entry. */
  const inPlace = (at: number, slot: number) => at * SLOT_FRAMES + (slot % SLOT_FRAMES);
  const done = (slot: number) => {
    const at = entryAt(slot);
    return (rows.done === undefined ? entryDone(list[at]) : list[at + rows.done * frames]) >> (slot % SLOT_FRAMES);
  };
  return {
    room,
    first: firstSlot * size,
    last: Math.min(lastSlot * size, active),
    lastOccupied: Math.min(lastSlot * size, occupied),
    frameAt: (slot) => (compacts ? inPlace(entrySlot(list[entryAt(slot)]), slot) : slot),
    slotBefore: (slot) => (compacts ? inPlace(list[entryAt(slot) + frames], slot) : slot),
    isRefilled: (slot) => isRefilling && slot >= active,
    iterationAt: (slot) =>
      compacts && rows.started !== undefined ? iteration - 1 - list[entryAt(slot) + rows.started * frames] : iteration,
    isDone: (slot) => compacts && SLOT_FRAMES > 1 && (done(slot) & 1) === 1,
  };
}
