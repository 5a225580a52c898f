import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** Random information symbols of every frame. */
export const source: Kernel = {
  name: "source/information",
  wgsl: new URL("./information.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
};
