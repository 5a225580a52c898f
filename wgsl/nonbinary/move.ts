import { type Kernel, type KernelConstants, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";

/** Words that an invocation loads before it stores the first. */
const TOGETHER = 16;

/** @param messageRows number of words of a slot's messages, of `variables` variable nodes. */
export function moveConstants(variables: number, messageRows: number): KernelConstants {
  return { TOGETHER, MESSAGE_ROWS: messageRows, ROWS: Math.ceil(messageRows / variables) };
}

/** Posteriors and messages of frames that change their slots. */
export const moveFrames: Kernel = {
  name: "nonbinary/move",
  wgsl: new URL("./move.wgsl", import.meta.url),
  imports: [runPart, slotsPart],
  bindings: [u32("active_list"), u32("posteriors", "read_write"), u32("check_to_variable", "read_write")],
  constants: ["Q", "STOP", "SLOT_FRAMES", "REFILLS", "TOGETHER", "MESSAGE_ROWS", "ROWS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
