import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { certainPart } from "../certain.ts";
import { neverPart } from "./never.ts";

/** The flips of information symbols in the order of the search. */
export const osdSymbolFlips: Kernel = {
  name: "osd/symbols/flips",
  wgsl: new URL("./flips.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, certainPart, neverPart],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
};
