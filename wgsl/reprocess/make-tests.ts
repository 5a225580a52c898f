import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { testTreePart } from "./test-tree.ts";

/** The decoder's input for each test of a stage. */
export const makeTests: Kernel = {
  name: "reprocess/make-tests",
  wgsl: new URL("./make-tests.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, testTreePart],
  bindings: [
    u32("failed"),
    u32("positions"),
    f32("channel_llr"),
    u32("syndrome"),
    f32("test_llr", "read_write"),
    u32("test_syndrome", "read_write"),
  ],
  constants: ["N", "CHECKS", "SYNDROME", "ROUND_FRAMES", "ALPHA_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
