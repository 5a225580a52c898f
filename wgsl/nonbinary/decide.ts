import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { donePart } from "../common/active-frames/done.ts";
import { slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";

/** Decisions from posteriors, frame-interleaved. */
export const decideFrames: Kernel = {
  name: "nonbinary/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, slotsPart, donePart],
  bindings: [u32("posteriors"), u32("active_list"), u32("unsatisfied"), u32("symbols", "read_write")],
  constants: ["Q", "STOP", "SLOT_FRAMES", "REFILLS", "ITERATIONS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
