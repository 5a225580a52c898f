import { WIDE_WORKGROUP_SIZE, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** Words of one chunk's counters: eleven counts, and two squares as low and high word. */
export const COUNTERS = 13;

/** Symbols of a word above which more invocations share its errors, because few frames of this length fit a device. */
const LONG = 16_384;

/** Invocations of a workgroup that counts errors in words of `symbols` symbols. */
export function tallyInvocations(symbols: number): number {
  return symbols < LONG ? WORKGROUP_SIZE : WIDE_WORKGROUP_SIZE;
}
