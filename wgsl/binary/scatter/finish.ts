import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { SCATTER_CONSTANTS, sumsPart } from "./sums.ts";

/** Decisions as bits, and whether they satisfy all checks, from the sums of `scatterCheck`. */
export const scatterFinish: Kernel = {
  name: "binary/scatter/finish",
  wgsl: new URL("./finish.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, sumsPart],
  bindings: [u32("llr_bytes"), u32("entries"), u32("sums", "read_write"), u32("outcome", "read_write")],
  constants: [...SCATTER_CONSTANTS, "ITERATIONS"],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => WIDE_WORKGROUP_SIZE / 4,
};
