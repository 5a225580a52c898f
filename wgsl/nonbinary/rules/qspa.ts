import type { Kernel } from "../../../src/gpu/kernel.ts";

/** q-ary sum-product check nodes by Walsh-Hadamard transforms. */
export const checkQspaFrames: Kernel = { name: "nonbinary/rules/qspa" };
