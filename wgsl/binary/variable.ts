import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { doneLanesPart } from "../common/active-frames/done-lanes.ts";
import { activeLanes, activeWordsPart } from "../common/active-frames/words.ts";
import { runPart } from "../common/run.ts";
import { wordIndex, wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { lanesOf } from "./formats/lanes.ts";
import { simdVariable } from "./simd/variable.ts";
import { variableSum, variableSumPart } from "./variable-sum.ts";

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
    "ABSENT",
    "STOP",
    "FRAME_INTERLEAVED",
    "VARIABLES_PER_WORKGROUP",
    "COUNT_FLIPS",
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const { buffers, constants, variant, parameters } = call;
    const [start, edges, channel, messages, progress, posteriors] = buffers as Uint32Array[];
    const { N, CORE, VARIABLES_PER_WORKGROUP } = constants;
    const format = lanesOf(variant);
    const { interleave: width } = format;
    const posteriorLanes = format.view(posteriors);
    const words = Math.ceil(parameters.frames / width);
    const indexOf = wordIndex(constants, words);
    const sum = variableSum({ start, edges, channel, messages }, constants, variant, words);
    const { first, last, lanes } = activeLanes(call, progress, CORE, { elementsPerWorkgroup: VARIABLES_PER_WORKGROUP });
    for (const { word, lane } of lanes) {
      for (let n = first; n < last; n++) posteriorLanes[indexOf(word, n, N) * width + lane] = sum(word, lane, n);
    }
  },
  simd: simdVariable,
};
