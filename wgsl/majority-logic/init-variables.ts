import type { Kernel } from "../../src/gpu/kernel.ts";

/** Initial reliabilities of majority-logic decoding: λ times the channel's (SOFT), or γ for the hard decision. */
export const initVariables: Kernel = {
  name: "majority-logic/init-variables",
  // FIRST is 2λ or γ.
};
