import type { DeviceLimits } from "../../../src/gpu/program.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";

/** The work of a workgroup. */
interface Sharing {
  /** Maximum number of symbols of an invocation: enough to make the copy of the table into workgroup memory cheap. */
  readonly symbolsMaximum: number;
  /** Frames of a workgroup y if memory is not frame-interleaved; they share the copy too. */
  readonly frames: number;
  /** Words of an item, which share the loads of its symbols: at most 32 frames together. */
  readonly wordsTogether: number;
}
const USUAL: Sharing = { symbolsMaximum: 128, frames: 32, wordsTogether: 4 };
/** For batches of LARGE_BATCH frames, which have enough workgroups for any GPU. */
const LARGE: Sharing = { symbolsMaximum: 192, frames: 128, wordsTogether: 8 };
const LARGE_BATCH = 65_536;

/** The device and its batch. */
export interface LaneDevice extends Pick<DeviceLimits, "simd"> {
  /** Frames in flight, if known; unknown ones are many. */
  readonly batch?: number;
  /** Whether workgroups of large batches have the shares of small batches, too. */
  readonly smallShares?: boolean;
}

/**
 * Constants and extent of a dispatch whose workgroups copy the table.
 * @param items of a frame.
 * @param symbols of an item.
 * @param interleave frames per word.
 * @param device on CPUs an invocation has all items of its words, because a core runs the workgroups one after the other.
 * @param atOnce items that an invocation draws at once: a divisor of `items`, and 1 unless memory is frame-interleaved.
 */
export function laneItems(
  items: number,
  symbols: number,
  interleave: number,
  frameInterleaved: boolean,
  { simd = false, batch = LARGE_BATCH, smallShares = false }: LaneDevice,
  atOnce = 1,
) {
  const { symbolsMaximum, frames, wordsTogether } = simd || smallShares || batch < LARGE_BATCH ? USUAL : LARGE;
  const words = frames / interleave;
  const together = frameInterleaved ? 1 : wordsTogether;
  const perInvocation = frameInterleaved ? items : Math.ceil(((words / together) * items) / WIDE_WORKGROUP_SIZE);
  const workgroups = simd ? 1 : Math.ceil((symbols * perInvocation) / symbolsMaximum);
  return {
    constants: { WORDS: words, ITEMS: Math.ceil(perInvocation / workgroups), TOGETHER: together, AT_ONCE: atOnce },
    workgroups,
    framesPerWorkgroup: frameInterleaved ? interleave * WIDE_WORKGROUP_SIZE : frames,
  };
}
