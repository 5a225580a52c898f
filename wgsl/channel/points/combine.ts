import { i32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { codeBlockPart } from "./code-block.ts";

/** Sums of the LLRs of coded bits that are sent more than once, or not by every code block. */
export const combine: Kernel = {
  name: "channel/points/combine",
  wgsl: new URL("./combine.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, codeBlockPart],
  bindings: [i32("soft_sent"), u32("combine_start"), u32("combine_places"), i32("soft", "read_write")],
  constants: ["N", "SENT", "BLOCKS", "SHORTER"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
