import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { laneBitsPart } from "../../common/lane-bits.ts";
import { runPart } from "../../common/run.ts";
import { wordIndexPart } from "../../common/word-index.ts";

/** Marks the checks that the last decisions fail, as counts for edge-weights. */
export const unsatisfiedChecks: Kernel = {
  name: "reprocess/weights/unsatisfied-checks",
  wgsl: new URL("./unsatisfied-checks.wgsl", import.meta.url),
  imports: [runPart, laneBitsPart, wordIndexPart],
  bindings: [
    u32("check_start"),
    u32("check_variables"),
    u32("check_signs"),
    u32("posteriors"),
    u32("odd", "read_write"),
  ],
  constants: ["N", "CHECKS", "SYNDROME", "FRAME_INTERLEAVED", "CHECKS_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
