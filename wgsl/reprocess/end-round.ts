import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";

/** Removes the frames of a round from the waiting frames. */
export const endRound: Kernel = {
  name: "reprocess/end-round",
  wgsl: new URL("./end-round.wgsl", import.meta.url),
  imports: [runPart],
  bindings: [u32("failed", "read_write")],
  constants: ["ROUND_FRAMES"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
