import type { Kernel } from "../../src/gpu/kernel.ts";
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
  simd: simdVariable,
};
