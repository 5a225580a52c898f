import type { BufferData, KernelConstants, RunParameters, WorkgroupRange } from "./kernel.ts";
import { LIST_HEAD, listedDone, listedPlace, listRows, messagePlaces } from "./listed-place.ts";
import { GROUP } from "./range.ts";

/** Places that a dispatch works on, as wgsl/shared/frame-places.wgsl. */
export interface FramePlaces {
  /** Frames that messages have room for. */
  readonly room: number;
  /** Places [first, last) of the dispatch: those that checks have messages of. */
  readonly first: number;
  readonly last: number;
  /** Those [first, lastHere), and behind them frames that enter. */
  readonly lastHere: number;
  frameAt(place: number): number;
  placeBefore(place: number): number;
  /** Whether the frame has had no check yet. */
  enters(place: number): boolean;
  /** The iteration that the frame is in, unless it enters. */
  iterationAt(place: number): number;
  /** Whether the frame goes on for the sake of others alone: its decisions are made. */
  isDone(place: number): boolean;
}

/**
 * The places of a range of workgroups y of `size` frames each.
 * @param lists buffer [LIST_HEAD + 2·rows·frames] (wgsl/list-frames.wgsl).
 */
export function framePlaces(
  lists: BufferData,
  constants: KernelConstants,
  { frames }: RunParameters,
  iteration: number,
  { firstSlot, lastSlot }: WorkgroupRange,
  size = GROUP,
): FramePlaces {
  const { STOP, PLACE_FRAMES, REFILLS } = constants;
  const moves = STOP === 1 && iteration > 0;
  const refills = REFILLS > 1;
  const rows = listRows(constants);
  const now = iteration & 1;
  const base = LIST_HEAD + now * rows.count * frames;
  const room = messagePlaces(frames, constants) * PLACE_FRAMES;
  const left = moves ? lists[now] * PLACE_FRAMES : refills ? 0 : frames;
  const here = refills ? (moves ? lists[2 + now] * PLACE_FRAMES : room) : left;
  const entryAt = (place: number) => base + Math.floor(place / PLACE_FRAMES);
  /** Frame or place that an entry stands for. */
  const inPlace = (at: number, place: number) => at * PLACE_FRAMES + (place % PLACE_FRAMES);
  const done = (place: number) => {
    const at = entryAt(place);
    return (rows.done === undefined ? listedDone(lists[at]) : lists[at + rows.done * frames]) >> (place % PLACE_FRAMES);
  };
  return {
    room,
    first: firstSlot * size,
    last: Math.min(lastSlot * size, left),
    lastHere: Math.min(lastSlot * size, here),
    frameAt: (place) => (moves ? inPlace(listedPlace(lists[entryAt(place)]), place) : place),
    placeBefore: (place) => (moves ? inPlace(lists[entryAt(place) + frames], place) : place),
    enters: (place) => refills && place >= left,
    iterationAt: (place) =>
      moves && rows.entered !== undefined ? iteration - 1 - lists[entryAt(place) + rows.entered * frames] : iteration,
    isDone: (place) => moves && PLACE_FRAMES > 1 && (done(place) & 1) === 1,
  };
}
