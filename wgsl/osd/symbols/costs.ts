import type { Kernel } from "../../../src/gpu/kernel.ts";
import { boundPart } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { certainPart } from "../certain.ts";
import { scalePart } from "../scale.ts";

/** The costs of the symbols of each position as whole numbers, the likeliest symbol and its reliability. */
export const osdSymbolCosts: Kernel = {
  name: "osd/symbols/costs",
  wgsl: new URL("./costs.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, certainPart, scalePart],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 4,
};
