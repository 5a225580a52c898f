import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Sums of the LLRs of coded bits that are sent more than once, or not by every code block. */
export const combine: Kernel = { name: "channel/points/combine" };
