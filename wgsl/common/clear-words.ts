import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
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
  run({ buffers, constants: { WORDS, WORDS_PER_INVOCATION }, range }: TwinCall): void {
    const perGroup = WORKGROUP_SIZE * WORDS_PER_INVOCATION;
    buffers[0].fill(0, Math.min(range.from * perGroup, WORDS), Math.min(range.to * perGroup, WORDS));
  },
};
