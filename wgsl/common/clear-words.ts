import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "./run.ts";

/** Sets the leading words of a buffer to zero. */
export const clearWords: Kernel = {
  name: "common/clear-words",
  wgsl: new URL("./clear-words.wgsl", import.meta.url),
  imports: [runPart],
  bindings: [u32("words", "read_write")],
  constants: ["WORDS", "WORDS_PER_INVOCATION"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
