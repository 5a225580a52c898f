import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Symbols from their bits. */
export const osdJoin: Kernel = {
  name: "osd/symbols/join",
  wgsl: new URL("./join.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
};
