import { f32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { softCostPart } from "./cost.ts";

/** Posteriors of flooding decoders as costs, frame-interleaved. */
export const softFlooding: Kernel = {
  name: "nonbinary/soft/flooding",
  wgsl: new URL("./flooding.wgsl", import.meta.url),
  imports: [runPart, softCostPart, slotsPart],
  bindings: [
    ...[u32("variable_start"), u32("variable_edges"), u32("products"), u32("channel")],
    ...[u32("check_to_variable"), u32("active_list"), f32("soft", "read_write")],
  ],
  constants: ["Q", "N", "STOP", "SLOT_FRAMES", "REFILLS", "ITERATIONS", "PROBABILITY", "SCALE"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
