import type { Kernel } from "../../src/gpu/kernel.ts";

/** Symbols over a channel that adds an error symbol: the q-ary symmetric channel. */
export const sampleSymbol: Kernel = { name: "channel/sample-symbol" };
