import { f32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { boundPart } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { failedFramesPart } from "../../reprocess/failed-frames.ts";

/** The inputs of ordered statistics decoding over GF(q) for the frames of a round. */
export const osdSymbolTakeFailed: Kernel = {
  name: "osd/symbols/take-failed",
  wgsl: new URL("./take-failed.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, failedFramesPart],
  bindings: [
    u32("failed"),
    f32("channel_llr"),
    f32("posterior_llr"),
    u32("syndrome"),
    f32("round_llr", "read_write"),
    f32("ordering_llr", "read_write"),
    u32("round_syndrome", "read_write"),
  ],
  constants: ["N", "Q", "CHECKS", "SYNDROME", "POSTERIOR"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
