import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Costs of the symbols of uses that carry several. */
export const partCosts: Kernel = { name: "channel/points/part-costs" };
