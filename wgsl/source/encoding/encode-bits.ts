import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Number of words of 32 frames that an invocation encodes: a vec4u of the kernel. */
export const WORDS_ENCODED = 4;

/** Parity bits of a systematic binary code, a word for 32 frames. */
export const encodeBits: Kernel = {
  name: "source/encoding/encode-bits",
  workgroupBytes: () => 2048,
};
