import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { circulantsPart } from "./circulants.ts";

/** The sums of the information bits of a quasi-cyclic code in every check. */
export const paritySums: Kernel = {
  name: "source/encoding/parity-sums",
  wgsl: new URL("./parity-sums.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, circulantsPart],
  bindings: [u32("row_start"), u32("circulants"), u32("codeword"), u32("parity_sums", "read_write")],
  constants: ["N", "M", "LIFTING_SIZE", "INTERLEAVE"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
