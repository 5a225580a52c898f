import type { Kernel } from "../../src/gpu/kernel.ts";

/** Rotations from Gaussian values to points of the sphere that represent bits. */
export const blockRotation: Kernel = { name: "reconciliation/block-rotation" };
