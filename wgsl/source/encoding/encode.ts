import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Parity symbols of a systematic code over GF(q), on bit planes. */
export const encode: Kernel = { name: "source/encoding/encode" };
