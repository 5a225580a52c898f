import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Posteriors of flooding decoders as costs, frame-interleaved. */
export const softFlooding: Kernel = { name: "nonbinary/soft/flooding" };
