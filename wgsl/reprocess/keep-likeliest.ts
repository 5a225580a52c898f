import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { noWordPart } from "./no-word.ts";
import { testTreePart } from "./test-tree.ts";

/** Keeps the likeliest word so far of each frame of a round. */
export const keepLikeliest: Kernel = {
  name: "reprocess/keep-likeliest",
  wgsl: new URL("./keep-likeliest.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, testTreePart, noWordPart],
  workgroupBytes: () => 12 * WORKGROUP_SIZE,
};
