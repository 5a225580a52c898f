import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { SCATTER_CONSTANTS, sumsPart } from "./sums.ts";

/** One iteration of flooding min-sum, in which checks add their messages to sums of the variables. */
export const scatterCheck: Kernel = {
  name: "binary/scatter/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, sumsPart],
  bindings: [
    u32("llr_bytes"),
    u32("entries"),
    u32("sums", "read_write"),
    u32("check_state", "read_write"),
    u32("outcome", "read_write"),
  ],
  constants: [...SCATTER_CONSTANTS, "MESSAGE_CLIP"],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 4 * WIDE_WORKGROUP_SIZE,
};
