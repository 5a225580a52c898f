import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart } from "../common/bound.ts";
import { laneSignsPart } from "../common/lane-signs.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { aliasSamplePart } from "./alias-sample.ts";
import { simdSampleLanes } from "./simd/sample-lanes.ts";

/** Symbols per item: the symbols that share one random number. */
const ITEM_SYMBOLS = 4;

/** Maximum number of items of an invocation: enough to make the copy of the alias table into workgroup memory cheap. */
const ITEMS_MAXIMUM = 16;

/** Words per workgroup y if memory is not frame-interleaved. */
const WORDS = 4;

/** Constants and extent of a dispatch of `sampleLanes`. @param interleave frames per word. */
export function sampleLanesDispatch(n: number, interleave: number, frameInterleaved: boolean) {
  const items = Math.ceil(n / ITEM_SYMBOLS);
  const perInvocation = frameInterleaved ? items : Math.ceil((WORDS * items) / WIDE_WORKGROUP_SIZE);
  const workgroups = Math.ceil(perInvocation / ITEMS_MAXIMUM);
  return {
    constants: { WORDS, ITEMS: Math.ceil(perInvocation / workgroups) },
    workgroups,
    framesPerWorkgroup: interleave * (frameInterleaved ? WIDE_WORKGROUP_SIZE : WORDS),
  };
}

/** Channel words of a binary decoder, from the sent bits. */
export const sampleLanes: Kernel = {
  name: "channel/sample-lanes",
  wgsl: new URL("./sample-lanes.wgsl", import.meta.url),
  imports: [...[runPart, workgroupSlotPart, boundPart, wordIndexPart, laneSignsPart], ...[aliasSamplePart]],
  bindings: [
    u32("noise_cells"),
    u32("codeword"),
    u32("symbol_use"),
    u32("channel", "read_write"),
    u32("posteriors", "read_write"),
  ],
  constants: ["N", "COPY", "FRAME_INTERLEAVED", "WORDS", "ITEMS"],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 16_384,
  simd: simdSampleLanes,
};
