import type { Kernel } from "../../src/gpu/kernel.ts";

/** LLR vectors from received symbols of the q-ary symmetric and the q-ary erasure channel. */
export const receivedLlr: Kernel = { name: "channel/received-llr" };
