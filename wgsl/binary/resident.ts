import type { Kernel } from "../../src/gpu/kernel.ts";

/** All iterations of a binary decoder, posteriors in workgroup memory. */
export const residentIterations = {
  name: "binary/resident",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ CORE }) => 4 * (CORE + 2),
} satisfies Kernel;
