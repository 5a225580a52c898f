import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { aliasSamplePart } from "../alias-sample.ts";

/** Outputs of a channel of tables from the sent bits or symbols. */
export const sampleTable: Kernel = {
  name: "channel/table/sample",
  wgsl: new URL("./sample.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, aliasSamplePart],
  bindings: [u32("noise"), u32("codeword"), u32("outputs", "read_write")],
  constants: ["N", "P", "INPUT_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
