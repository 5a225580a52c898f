import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { packedBitsPart } from "./packed-bits.ts";

/** Words of a digest. */
export const HASH_WORDS = 8;

/** SHA-256 of each block of bits. */
export const blockHash: Kernel = {
  name: "reconciliation/block-hash",
  wgsl: new URL("./block-hash.wgsl", import.meta.url),
  imports: [runPart, packedBitsPart],
};
