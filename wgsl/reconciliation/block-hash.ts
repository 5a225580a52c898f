import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { packedBitsPart } from "./packed-bits.ts";

/** Words of a digest. */
export const HASH_WORDS = 8;

/** SHA-256 of each block of bits. */
export const blockHash: Kernel = {
  name: "reconciliation/block-hash",
  wgsl: new URL("./block-hash.wgsl", import.meta.url),
  imports: [runPart, packedBitsPart],
  bindings: [u32("salt"), u32("block_bits"), u32("sifted_bits"), u32("hash", "read_write")],
  constants: ["KEY_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
