import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { exactF32Part } from "./exact-f32.ts";

/** LLR vectors of symbols from the costs of the points of their uses. */
export const groupLlr: Kernel = {
  name: "channel/points/group-llr",
  wgsl: new URL("./group-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, exactF32Part],
};
