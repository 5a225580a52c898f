import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";

/** Channel LLRs in the form of a decoder with a frame-interleaved layout, and the first messages to the checks. */
export const packSymbols: Kernel = {
  name: "nonbinary/pack",
  wgsl: new URL("./pack.wgsl", import.meta.url),
  imports: [runPart],
  bindings: [
    f32("channel_llr"),
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("channel", "read_write"),
    u32("variable_words", "read_write"),
  ],
  constants: ["Q", "N", "LAYERED", "FIRST_MESSAGES", "SLOT_FRAMES", "DIRECT"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: ({ Q, DIRECT }) => (DIRECT === 1 ? 0 : 4 * (WORKGROUP_SIZE + 1) * Math.min(Q, 32)),
};
