import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
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
  bindings: [
    u32("failed"),
    u32("positions"),
    f32("channel_llr"),
    u32("test_unsatisfied"),
    u32("test_decision"),
    f32("costs", "read_write"),
  ],
  constants: ["N", "ITERATIONS", "ROUND_FRAMES"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 4 * WORKGROUP_SIZE,
};
