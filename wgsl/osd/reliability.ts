import type { Kernel } from "../../src/gpu/kernel.ts";
import { boundPart } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { certainPart } from "./certain.ts";
import { scalePart } from "./scale.ts";

/** The reliability of each position as a whole number. */
export const osdReliability: Kernel = {
  name: "osd/reliability",
  wgsl: new URL("./reliability.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, certainPart, scalePart],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 4,
};
