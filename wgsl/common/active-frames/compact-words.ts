import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { prefixSumsPart } from "../prefix-sums.ts";
import { runPart } from "../run.ts";
import { doneLanesPart } from "./done-lanes.ts";
import { listPart } from "./list.ts";

/** Compaction of words that keep their places: lists the words for the next iteration. */
export const compactWords: Kernel = {
  name: "common/active-frames/compact-words",
  wgsl: new URL("./compact-words.wgsl", import.meta.url),
  imports: [runPart, listPart, doneLanesPart, prefixSumsPart],
  workgroupBytes: ({ DIRECT }) => (DIRECT === 1 ? 0 : 4 * (WORKGROUP_SIZE + 1)),
};
