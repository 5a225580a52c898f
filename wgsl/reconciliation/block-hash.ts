import { sha256 } from "@noble/hashes/sha2.js";
import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameRange, frameWords, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { packedBitsPart, packedBytes } from "./packed-bits.ts";

/** Words of a digest. */
export const HASH_WORDS = 8;

/** Salt, index of the block, number of its bits. */
const PREFIX_BYTES = 28;

/** SHA-256 of each block of bits. */
export const blockHash: Kernel = {
  name: "reconciliation/block-hash",
  wgsl: new URL("./block-hash.wgsl", import.meta.url),
  imports: [runPart, packedBitsPart],
  bindings: [u32("salt"), u32("block_bits"), u32("sifted_bits"), u32("hash", "read_write")],
  constants: ["KEY_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { KEY_BITS }, parameters, range }: TwinCall): void {
    const [salt, blockBits, siftedBits, hash] = buffers;
    const bytes = new Uint8Array(siftedBits.buffer, siftedBits.byteOffset, siftedBits.byteLength);
    const digests = new Uint8Array(hash.buffer, hash.byteOffset, hash.byteLength);
    const prefix = new Uint8Array(PREFIX_BYTES);
    prefix.set(new Uint8Array(salt.buffer, salt.byteOffset, salt.byteLength));
    const numbers = new DataView(prefix.buffer);
    const [first, last] = frameRange(range, parameters.frames);
    for (let slot = first; slot < last; slot++) {
      const [low, high] = frameWords(parameters, slot);
      numbers.setUint32(16, low, true);
      numbers.setUint32(20, high, true);
      numbers.setUint32(24, blockBits[slot], true);
      const start = slot * packedBytes(KEY_BITS);
      const block = bytes.subarray(start, start + packedBytes(blockBits[slot]));
      digests.set(sha256.create().update(prefix).update(block).digest(), 4 * HASH_WORDS * slot);
    }
  },
};
