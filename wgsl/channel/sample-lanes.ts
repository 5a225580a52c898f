import { ALIAS_CELLS } from "../../src/channel/alias-table.ts";
import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import type { DeviceLimits } from "../../src/gpu/program.ts";
import { WIDE_WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart } from "../common/bound.ts";
import { laneSignsPart } from "../common/lane-signs.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { aliasSamplePart } from "./alias-sample.ts";
import { simdSampleLanes } from "./simd/sample-lanes.ts";
import { storeLanesPart } from "./store-lanes.ts";

/** Symbols per item: the symbols that share one random number. */
const ITEM_SYMBOLS = 4;

/**
 * Maximum number of items of an invocation, and frames of a workgroup y if memory is not frame-interleaved: enough to make the copy of the
 * table into workgroup memory cheap.
 */
const [ITEMS_MAXIMUM, FRAMES] = [32, 32];

/** Words of an item if memory is not frame-interleaved: they share the loads of the symbols. */
const WORDS_TOGETHER = 4;

/**
 * Constants and extent of a dispatch whose workgroups copy the table.
 * @param items of a frame.
 * @param interleave frames per word.
 * @param simd on CPUs an invocation has all items of its words, because a core runs the workgroups one after the other.
 */
export function laneItems(
  items: number,
  interleave: number,
  frameInterleaved: boolean,
  { simd = false }: Pick<DeviceLimits, "simd"> = {},
) {
  const words = FRAMES / interleave;
  const together = frameInterleaved ? 1 : WORDS_TOGETHER;
  const perInvocation = frameInterleaved ? items : Math.ceil(((words / together) * items) / WIDE_WORKGROUP_SIZE);
  const workgroups = simd ? 1 : Math.ceil(perInvocation / ITEMS_MAXIMUM);
  return {
    constants: { WORDS: words, ITEMS: Math.ceil(perInvocation / workgroups), TOGETHER: together },
    workgroups,
    framesPerWorkgroup: frameInterleaved ? interleave * WIDE_WORKGROUP_SIZE : FRAMES,
  };
}

/**
 * Constants and extent of a dispatch of `sampleLanes`.
 * @param interleave frames per word.
 * @param lookedUp whether the table is that of `laneNoise`.
 */
export function sampleLanesDispatch(n: number, interleave: number, frameInterleaved: boolean, lookedUp: boolean) {
  const { constants, ...extent } = laneItems(Math.ceil(n / ITEM_SYMBOLS), interleave, frameInterleaved);
  return { constants: { ...constants, LOOKED_UP: lookedUp ? 1 : 0 }, ...extent };
}

/** Whether `laneNoise` has a table for lanes of this width that fits workgroup memory. */
export function hasLaneNoise(interleave: number, { workgroupBytes, simd = false }: DeviceLimits): boolean {
  return !simd && interleave > 1 && workgroupBytes >= tableBytes(1);
}

const tableBytes = (lookedUp: number) => (4 + 4 * lookedUp) * ALIAS_CELLS;

/** Channel words of a binary decoder, from the sent bits. */
export const sampleLanes: Kernel = {
  name: "channel/sample-lanes",
  wgsl: new URL("./sample-lanes.wgsl", import.meta.url),
  imports: [
    ...[runPart, workgroupSlotPart, boundPart, wordIndexPart, laneSignsPart],
    ...[storeLanesPart, aliasSamplePart],
  ],
  bindings: [
    u32("noise_cells"),
    u32("codeword"),
    u32("symbol_use"),
    u32("channel", "read_write"),
    u32("posteriors", "read_write"),
  ],
  constants: ["N", "COPY", "FRAME_INTERLEAVED", "WORDS", "ITEMS", "TOGETHER", "UNSENT", "LOOKED_UP"],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: ({ LOOKED_UP }) => tableBytes(LOOKED_UP),
  simd: simdSampleLanes,
};
