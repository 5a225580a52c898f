import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { wordsPart } from "./words.ts";

/** Initial reliabilities of majority-logic decoding: λ times the channel's (SOFT), or γ for the hard decision. */
export const initVariables: Kernel = {
  name: "majority-logic/init-variables",
  wgsl: new URL("./init-variables.wgsl", import.meta.url),
  imports: [runPart, wordsPart],
  bindings: [f32("channel_llr"), u32("reliabilities", "read_write"), u32("variable_words", "read_write")],
  // FIRST is 2λ or γ.
  constants: ["Q", "N", "SOFT", "FIRST", "STEPS_PER_LLR_BITS", "LARGEST", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
