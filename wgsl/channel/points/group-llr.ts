import { f32, i32, type Kernel } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { exactF32Part } from "./exact-f32.ts";

/** LLR vectors of symbols from the costs of the points of their uses. */
export const groupLlr: Kernel = {
  name: "channel/points/group-llr",
  wgsl: new URL("./group-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, exactF32Part],
  bindings: [i32("costs"), f32("channel_llr", "read_write")],
  constants: ["N", "Q", "PARTS", "BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
