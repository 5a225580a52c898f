import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Value in `label_bits` for a bit of a label that is no coded bit, and is 0. */
export const PADDING = 0xffffffff;

/** Points of a constellation over AWGN. */
export const samplePoints: Kernel = { name: "channel/points/sample" };
