import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Parity bits of extension rows; each row has its own parity bit. */
export const encodeExtension: Kernel = { name: "source/encoding/encode-extension" };
