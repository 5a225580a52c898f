import type { Kernel } from "../../src/gpu/kernel.ts";

/** Random information symbols of every frame. */
export const source: Kernel = { name: "source/information" };
