import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { doneLanesPart } from "../common/active-frames/done-lanes.ts";
import { activeWordsPart } from "../common/active-frames/words.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { variableSumPart } from "./posterior/variable-sum.ts";
import { simdVariable } from "./simd/variable.ts";

/** Posteriors of a flooding schedule: channel plus all messages. */
export const binaryVariable: Kernel = {
  name: "binary/variable",
  wgsl: new URL("./variable.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, wordIndexPart, variableSumPart, activeWordsPart, doneLanesPart],
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    u32("channel"),
    u32("messages"),
    u32("progress"),
    u32("posteriors", "read_write"),
  ],
  constants: [
    "N",
    "CORE",
    "MESSAGES",
    "BLOCK",
    "PARTIAL_SUMS",
    "LOADED_TOGETHER",
    "ABSENT",
    "STOP",
    "FRAME_INTERLEAVED",
    "VARIABLES_PER_WORKGROUP",
    "COUNT_FLIPS",
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  simd: simdVariable,
};
