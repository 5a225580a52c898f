import type { Kernel } from "../../../src/gpu/kernel.ts";

/** The variables of a pair of codes with a vector over several invocations. */
export const jointSpread = {
  name: "nonbinary/nodes/joint-spread",
  workgroupSize: ({ Q, PART, WORDS_OF_FRAMES }) => (Q / PART) * WORDS_OF_FRAMES,
  workgroupBytes: ({ Q, PART, PAD, WORDS_OF_FRAMES, SLOT_FRAMES }) =>
    4 * SLOT_FRAMES * WORDS_OF_FRAMES * (PART * (Q / PART + PAD) + (2 * Q) / PART),
} satisfies Kernel;
