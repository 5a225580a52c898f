import type { BufferData, KernelConstants, RunParameters, WorkgroupRange } from "./kernel.ts";
import { GROUP } from "./range.ts";

/** Places that a dispatch works on, as wgsl/shared/frame-places.wgsl. */
export interface FramePlaces {
  /** Places [first, last) of the dispatch. */
  readonly first: number;
  readonly last: number;
  frameAt(place: number): number;
  placeBefore(place: number): number;
}

/**
 * The places of a range of workgroups y of GROUP frames each.
 * @param lists buffer [2][1 + 2·frames] (wgsl/list-frames.wgsl).
 */
export function framePlaces(
  lists: BufferData,
  { STOP }: KernelConstants,
  { frames }: RunParameters,
  iteration: number,
  { firstSlot, lastSlot }: WorkgroupRange,
): FramePlaces {
  const moves = STOP === 1 && iteration > 0;
  const base = (iteration & 1) * (2 * frames + 1);
  const left = moves ? lists[base] : frames;
  return {
    first: Math.min(firstSlot * GROUP, left),
    last: Math.min(lastSlot * GROUP, left),
    frameAt: (place) => (moves ? lists[base + 1 + place] : place),
    placeBefore: (place) => (moves ? lists[base + 1 + frames + place] : place),
  };
}
