import type { Kernel } from "../../src/gpu/kernel.ts";

/** Marks the frames whose decisions fail a check. */
export const binarySyndrome: Kernel = { name: "binary/syndrome" };
