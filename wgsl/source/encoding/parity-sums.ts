import type { Kernel } from "../../../src/gpu/kernel.ts";

/** The sums of the information bits of a quasi-cyclic code in every check. */
export const paritySums: Kernel = { name: "source/encoding/parity-sums" };
