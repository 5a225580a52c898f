import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { doneAtomicPart } from "../common/active-frames/done-atomic.ts";
import { runPart } from "../common/run.ts";
import { wordsPart } from "./words.ts";

/** The symbol by which each check of majority-logic decoding fails; marks the frames with a failed check. */
export const mlgdCheck: Kernel = {
  name: "majority-logic/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [runPart, wordsPart, doneAtomicPart],
  bindings: [
    u32("check_start"),
    u32("check_edges"),
    u32("products"),
    u32("check_syndromes"),
    u32("variable_words"),
    u32("check_words", "read_write"),
    u32("unsatisfied", "read_write"),
  ],
  constants: ["Q", "M", "SYNDROME", "STOP", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
