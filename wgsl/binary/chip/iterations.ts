import type { Kernel } from "../../../src/gpu/kernel.ts";

/** All iterations of a layered decoder of a quasi-cyclic code, posteriors in workgroup memory and messages in registers. */
export const chipIterations = {
  name: "binary/chip/iterations",
  workgroupSize: ({ LIFTING_SIZE, WORDS }) => LIFTING_SIZE * WORDS,
  workgroupBytes: ({ CORE, WORDS, PLANES_SIZE }) => 4 * WORDS * (CORE + PLANES_SIZE + 2) + 8,
} satisfies Kernel;
