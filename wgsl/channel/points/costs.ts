import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Costs of the points of each use. */
export const pointCosts: Kernel = { name: "channel/points/costs" };
