import { i32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { advantagePart } from "./advantage.ts";
import { chunkCountersPart, tallyInvocations } from "./chunk-counters.ts";

/** Adds each frame's outcome to the counters of its chunk. */
export const tally: Kernel = {
  name: "statistics/tally",
  wgsl: new URL("./tally.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, chunkCountersPart, advantagePart],
  bindings: [
    u32("codeword"),
    u32("decision"),
    u32("is_information"),
    u32("unsatisfied"),
    i32("received"),
    u32("sent_state"),
    u32("counters", "read_write"),
  ],
  constants: ["N", "P", "SYMBOLS", "PART_BITS", "STOP", "ITERATIONS"],
  workgroupSize: ({ N }) => tallyInvocations(N),
  workgroupBytes: () => 28,
};
