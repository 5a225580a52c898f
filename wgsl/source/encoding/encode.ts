import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Parity symbols of a systematic code over GF(q), on bit planes. */
export const encode: Kernel = {
  name: "source/encoding/encode",
  wgsl: new URL("./encode.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("parity_position"), u32("generator"), u32("information_planes"), u32("codeword", "read_write")],
  constants: ["P", "POLYNOMIAL", "COEFFICIENTS", "N", "RANK", "WORDS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
