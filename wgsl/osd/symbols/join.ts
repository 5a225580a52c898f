import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Symbols from their bits. */
export const osdJoin: Kernel = { name: "osd/symbols/join" };
