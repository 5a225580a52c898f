import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { noWordPart } from "./no-word.ts";
import { testTreePart } from "./test-tree.ts";

/** Costs of the words to which tests converged. */
export const judgeTests: Kernel = {
  name: "reprocess/judge-tests",
  wgsl: new URL("./judge-tests.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, testTreePart, noWordPart],
  workgroupBytes: () => 4 * WORKGROUP_SIZE,
};
