import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** Costs of the words to which tests converged. */
export const judgeTests: Kernel = {
  name: "reprocess/judge-tests",
  workgroupBytes: () => 4 * WORKGROUP_SIZE,
};
