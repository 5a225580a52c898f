import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Likelihood ratios of the channel. */
export const ratioChannel: Kernel = { name: "reproductions/ratio/channel" };
