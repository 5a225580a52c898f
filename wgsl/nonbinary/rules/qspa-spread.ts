import type { Kernel } from "../../../src/gpu/kernel.ts";

/** q-ary sum-product check nodes with a vector over several invocations. */
export const checkQspaSpread = {
  name: "nonbinary/rules/qspa-spread",
  workgroupSize: ({ Q, PART, FRAMES }) => (Q / PART) * FRAMES,
  workgroupBytes: ({ Q, PART, FRAMES, RING, PAD, ON_GRID }) =>
    4 * FRAMES * (2 * PART * (Q / PART + PAD) + RING * (1 + (ON_GRID * Q) / PART)),
} satisfies Kernel;
