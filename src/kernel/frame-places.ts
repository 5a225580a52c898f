import type { BufferData, KernelConstants, RunParameters, WorkgroupRange } from "./kernel.ts";
import { listedDone, listedPlace, listRows } from "./listed-place.ts";
import { GROUP } from "./range.ts";

/** Places that a dispatch works on, as wgsl/shared/frame-places.wgsl. */
export interface FramePlaces {
  /** Places [first, last) of the dispatch. */
  readonly first: number;
  readonly last: number;
  frameAt(place: number): number;
  placeBefore(place: number): number;
  /** Whether the frame goes on for the sake of others alone: its decisions are made. */
  isDone(place: number): boolean;
}

/**
 * The places of a range of workgroups y of `size` frames each.
 * @param lists buffer [2 + 2·rows·frames] (wgsl/list-frames.wgsl).
 */
export function framePlaces(
  lists: BufferData,
  { STOP, PLACE_FRAMES }: KernelConstants,
  { frames }: RunParameters,
  iteration: number,
  { firstSlot, lastSlot }: WorkgroupRange,
  size = GROUP,
): FramePlaces {
  const moves = STOP === 1 && iteration > 0;
  const rows = listRows(PLACE_FRAMES);
  const base = 2 + (iteration & 1) * rows * frames;
  const left = moves ? lists[iteration & 1] * PLACE_FRAMES : frames;
  /** What the list from `first` on has at a place. */
  const listed = (first: number, place: number) =>
    listedPlace(lists[first + Math.floor(place / PLACE_FRAMES)]) * PLACE_FRAMES + (place % PLACE_FRAMES);
  const done = (place: number) => {
    const at = base + Math.floor(place / PLACE_FRAMES);
    return (rows === 2 ? listedDone(lists[at]) : lists[at + 2 * frames]) >> (place % PLACE_FRAMES);
  };
  return {
    first: Math.min(firstSlot * size, left),
    last: Math.min(lastSlot * size, left),
    frameAt: (place) => (moves ? listed(base, place) : place),
    placeBefore: (place) => (moves ? listed(base + frames, place) : place),
    isDone: (place) => moves && PLACE_FRAMES > 1 && (done(place) & 1) === 1,
  };
}
