import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { wordsPart } from "./words.ts";

/** The decisions of majority-logic decoding, frame by frame. */
export const mlgdDecision: Kernel = {
  name: "majority-logic/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, wordsPart],
  bindings: [u32("variable_words"), u32("decision", "read_write")],
  constants: ["N", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
