import type { Kernel } from "../../src/gpu/kernel.ts";

/** Words of a digest. */
export const HASH_WORDS = 8;

/** SHA-256 of each block of bits. */
export const blockHash: Kernel = { name: "reconciliation/block-hash" };
