import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { donePart } from "../common/active-frames/done.ts";
import { runPart } from "../common/run.ts";
import { wordsPart } from "./words.ts";

/** Counts the votes of a variable's checks, and decides for the symbol of greatest reliability. */
export const mlgdVariable: Kernel = {
  name: "majority-logic/variable",
  wgsl: new URL("./variable.wgsl", import.meta.url),
  imports: [runPart, wordsPart, donePart],
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("check_words"),
    u32("unsatisfied"),
    u32("reliabilities", "read_write"),
    u32("variable_words", "read_write"),
  ],
  constants: ["Q", "N", "STOP", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
