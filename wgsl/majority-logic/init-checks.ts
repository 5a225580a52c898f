import type { Kernel } from "../../src/gpu/kernel.ts";

/** Initial state of the checks of majority-logic decoding: failures of the hard decisions, and weights of votes. */
export const initChecks: Kernel = { name: "majority-logic/init-checks" };
