import { part } from "../../../src/gpu/part.ts";
import type { DeviceLimits } from "../../../src/gpu/program.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";

export const laneItemsPart = part("channel/lanes/items", new URL("./items.wgsl", import.meta.url));

/**
 * Maximum number of symbols of an invocation, and frames of a workgroup y if memory is not frame-interleaved: enough to make the copy of the
 * table into workgroup memory cheap.
 */
const [SYMBOLS_MAXIMUM, FRAMES] = [128, 32];

/** Words of an item if memory is not frame-interleaved: they share the loads of the symbols. */
const WORDS_TOGETHER = 4;

/**
 * Constants and extent of a dispatch whose workgroups copy the table.
 * @param items of a frame.
 * @param symbols of an item.
 * @param interleave frames per word.
 * @param simd on CPUs an invocation has all items of its words, because a core runs the workgroups one after the other.
 */
export function laneItems(
  items: number,
  symbols: number,
  interleave: number,
  frameInterleaved: boolean,
  { simd = false }: Pick<DeviceLimits, "simd"> = {},
) {
  const words = FRAMES / interleave;
  const together = frameInterleaved ? 1 : WORDS_TOGETHER;
  const perInvocation = frameInterleaved ? items : Math.ceil(((words / together) * items) / WIDE_WORKGROUP_SIZE);
  const workgroups = simd ? 1 : Math.ceil((symbols * perInvocation) / SYMBOLS_MAXIMUM);
  return {
    constants: { WORDS: words, ITEMS: Math.ceil(perInvocation / workgroups), TOGETHER: together },
    workgroups,
    framesPerWorkgroup: frameInterleaved ? interleave * WIDE_WORKGROUP_SIZE : FRAMES,
  };
}
