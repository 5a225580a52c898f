import { f32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { softCostPart } from "./cost.ts";

/** Posteriors of layered decoders as costs, frame-interleaved. */
export const softLayered: Kernel = {
  name: "nonbinary/soft/layered",
  wgsl: new URL("./layered.wgsl", import.meta.url),
  imports: [runPart, softCostPart, slotsPart, donePart],
  bindings: [u32("posteriors"), u32("active_list"), u32("unsatisfied"), f32("soft", "read_write")],
  constants: ["Q", "N", "STOP", "SLOT_FRAMES", "REFILLS", "ITERATIONS", "PROBABILITY", "SCALE"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
