import type { Kernel } from "../../../src/gpu/kernel.ts";

/** LLRs of the bits of labels from values on one axis. */
export const demapAxis: Kernel = { name: "channel/points/demap-axis" };
