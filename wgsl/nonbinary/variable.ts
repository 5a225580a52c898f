import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";

/** Largest variable degree at which an invocation keeps all messages in registers. */
export const UNROLLED_DEGREE_MAXIMUM = 6;

/** Variable nodes and decisions, frame-interleaved. */
export const variableFrames: Kernel = {
  name: "nonbinary/variable",
  wgsl: new URL("./variable.wgsl", import.meta.url),
  imports: [runPart, slotsPart],
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("channel"),
    u32("check_to_variable"),
    u32("active_list"),
    u32("variable_to_check", "read_write"),
    u32("symbols", "read_write"),
  ],
  constants: ["Q", "STOP", "SLOT_FRAMES", "REFILLS", "ITERATIONS", "UNROLLED_DEGREE", "REGULAR"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
