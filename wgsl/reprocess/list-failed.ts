import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { prefixSumsPart } from "../common/prefix-sums.ts";
import { runPart } from "../common/run.ts";

/** Lists the frames that wait for reprocessing. */
export const listFailed: Kernel = {
  name: "reprocess/list-failed",
  wgsl: new URL("./list-failed.wgsl", import.meta.url),
  imports: [runPart, prefixSumsPart],
  bindings: [u32("unsatisfied"), u32("failed", "read_write")],
  constants: ["ITERATIONS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 4 * (WORKGROUP_SIZE + 1),
};
