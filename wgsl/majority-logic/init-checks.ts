import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { wordsPart } from "./words.ts";

/** Initial state of the checks of majority-logic decoding: failures of the hard decisions, and weights of votes. */
export const initChecks: Kernel = {
  name: "majority-logic/init-checks",
  wgsl: new URL("./init-checks.wgsl", import.meta.url),
  imports: [runPart, wordsPart],
  bindings: [
    u32("check_start"),
    u32("check_edges"),
    u32("products"),
    u32("syndrome"),
    u32("variable_words"),
    u32("check_words", "read_write"),
    u32("check_syndromes", "read_write"),
  ],
  constants: ["Q", "M", "SYNDROME", "LARGEST", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
