import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Number of words of 32 frames that an invocation encodes: a vec4u of the kernel. */
export const WORDS_ENCODED = 4;

/** Parity bits of a systematic binary code, a word for 32 frames. */
export const encodeBits: Kernel = {
  name: "source/encoding/encode-bits",
  wgsl: new URL("./encode-bits.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  workgroupBytes: () => 2048,
};
