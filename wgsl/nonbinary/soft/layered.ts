import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Posteriors of layered decoders as costs, frame-interleaved. */
export const softLayered: Kernel = { name: "nonbinary/soft/layered" };
