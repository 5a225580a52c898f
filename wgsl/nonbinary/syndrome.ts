import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { doneAtomicPart } from "../common/active-frames/done-atomic.ts";
import { slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";

/** Marks frames whose decision fails a check, frame-interleaved. */
export const syndromeFrames: Kernel = {
  name: "nonbinary/syndrome",
  wgsl: new URL("./syndrome.wgsl", import.meta.url),
  imports: [runPart, slotsPart, doneAtomicPart],
  bindings: [
    u32("check_start"),
    u32("check_edges"),
    u32("products"),
    u32("symbols"),
    u32("syndrome"),
    u32("active_list"),
    u32("unsatisfied", "read_write"),
  ],
  constants: ["Q", "M", "STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
