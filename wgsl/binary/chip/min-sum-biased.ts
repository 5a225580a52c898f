import type { Part } from "../../../src/gpu/part.ts";

/** Largest magnitude of posteriors in steps: sums are cut to it without an instruction. */
export const BIASED_POSTERIOR = 1024;

/** The same check node as `minSumInt12`, for formats whose posteriors have that range. */
export const exclusiveBiased: Part = { name: "binary/chip/min-sum-biased" };
