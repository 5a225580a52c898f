import type { Kernel } from "../../src/gpu/kernel.ts";

/** Signs of syndromes in the channel LLRs of degree-1 variables. */
export const signChannel: Kernel = { name: "binary/sign-channel" };
