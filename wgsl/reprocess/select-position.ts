import type { Kernel } from "../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { testTreePart } from "./test-tree.ts";

/** Number of tests of one workgroup. */
export const SELECTED_TESTS = 16;

/** The position that the children of each test saturate. */
export const selectPosition: Kernel = {
  name: "reprocess/select-position",
  wgsl: new URL("./select-position.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, testTreePart],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 12 * WIDE_WORKGROUP_SIZE,
};
