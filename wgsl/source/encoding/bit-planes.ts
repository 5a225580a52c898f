import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Number of frames whose words are side by side: a vec4u of the kernels. */
export const PLANE_FRAMES = 4;

/** Information symbols as bit planes. */
export const bitPlanes: Kernel = { name: "source/encoding/bit-planes" };
