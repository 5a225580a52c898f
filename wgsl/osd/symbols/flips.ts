import { i32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { certainPart } from "../certain.ts";
import { neverPart } from "./never.ts";

/** The flips of information symbols in the order of the search. */
export const osdSymbolFlips: Kernel = {
  name: "osd/symbols/flips",
  wgsl: new URL("./flips.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, certainPart, neverPart],
  bindings: [
    u32("basis"),
    i32("costs"),
    u32("likeliest"),
    u32("sorted", "read_write"),
    u32("flips", "read_write"),
    i32("flip_costs", "read_write"),
  ],
  constants: ["N", "P", "Q", "RANK", "INVOCATIONS"],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 0,
};
