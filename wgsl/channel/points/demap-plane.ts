import type { Kernel } from "../../../src/gpu/kernel.ts";

/** LLRs of the bits of labels from values in the plane. */
export const demapPlane: Kernel = { name: "channel/points/demap-plane" };
