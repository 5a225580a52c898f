import { PUNCTURED, SENT, SHORTENED } from "../../../wgsl/channel/bit-llr.ts";
import { HASH_WORDS } from "../../../wgsl/reconciliation/block-hash.ts";
import { packedWords } from "../../../wgsl/reconciliation/packed-bits.ts";
import type { RunInputs } from "../../engine/engine.ts";
import { InputError } from "../../errors.ts";
import type { RunParameters } from "../../gpu/kernel.ts";
import { constantBuffer, type Dispatch, frameBuffer, type ProgramBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { requireOptions } from "../../options.ts";
import type { BlockRange, Blocks } from "./blocks.ts";
import type { BlockLayout } from "./parameters.ts";

/** The buffers of blocks that all ends' programs read. */
export function blockBuffers(layout: BlockLayout, salt: Uint8Array): Readonly<Record<string, ProgramBuffer>> {
  return {
    position_use: constantBuffer(positionUse(layout)),
    block_bits: frameBuffer("u32", 1),
    salt: constantBuffer(wordsOf(salt)),
    hash: frameBuffer("u32", HASH_WORDS),
  };
}

/** Sifted bits of blocks. */
export function siftedBuffer({ keyBits }: BlockLayout): ProgramBuffer {
  return frameBuffer("u32", packedWords(keyBits));
}

/** The dispatch that hashes packed bits. */
export function hashStage({ keyBits }: BlockLayout, bits: string): Dispatch {
  return {
    kernel: "reconciliation/block-hash",
    constants: { KEY_BITS: keyBits },
    buffers: ["salt", "block_bits", bits, "hash"],
    workgroups: 1,
    framesPerWorkgroup: WORKGROUP_SIZE,
  };
}

/**
 * Blocks as inputs of a run.
 * @throws InputError if they are not 1 … `most` whole blocks, or are not padded with zeros.
 */
export function blockInputs(blocks: Blocks, layout: BlockLayout, most: number): RunInputs {
  const { first, count, bits, lastBits = layout.keyBits } = blocks;
  const { keyBits, keyBytes } = layout;
  requireCount(blocks, most);
  requireBytes(bits, count, keyBytes, "sifted bits");
  if (!Number.isInteger(lastBits) || lastBits < 1 || lastBits > keyBits) {
    throw new InputError(`block ${first + count - 1} of ${lastBits} sifted bits: it may have 1 to ${keyBits}`);
  }
  requirePadding(bits, first, count - 1, keyBytes, keyBits, "sifted bits");
  requirePadding(bits.subarray((count - 1) * keyBytes), first + count - 1, 1, keyBytes, lastBits, "sifted bits");
  const blockBits = new Uint32Array(count).fill(keyBits);
  blockBits[count - 1] = lastBits;
  return { block_bits: blockBits, sifted_bits: wordsOf(bits) };
}

/** @throws InputError if the number of blocks is not 1 … `most`, their index is invalid, or they have a member that no blocks have. */
export function requireCount(blocks: BlockRange, most: number): void {
  const names = { first: true, count: true, bits: true, lastBits: true, values: true, privateBits: true };
  requireOptions("blocks", blocks, names);
  const { first, count } = blocks;
  if (!Number.isSafeInteger(first) || first < 0) throw new InputError(`block ${first}: indices count from 0`);
  if (Number.isInteger(count) && count >= 1 && count <= most) return;
  throw new InputError(`${count} blocks at once: give 1 to ${most}`);
}

/** A run over blocks; a block's index is its frame's index. */
export function blockRun({ first, count }: BlockRange, llrScale = 1): RunParameters {
  return { firstFrame: first, frames: count, chunkFrames: count, key: [0, 0], llrScale, amplitude: 1 };
}

/** @throws InputError if the array has not `perBlock` bytes for each block. */
export function requireBytes(bytes: Uint8Array, count: number, perBlock: number, what: string): void {
  if (bytes.length === count * perBlock) return;
  throw new InputError(`${bytes.length} bytes of ${what} are not ${count} blocks of ${perBlock}`);
}

/** @throws InputError naming the first block with a one in its padding. */
export function requirePadding(
  bytes: Uint8Array,
  first: number,
  count: number,
  perBlock: number,
  bits: number,
  what: string,
): void {
  if (bits === 8 * perBlock) return;
  const partial = bits >> 3;
  for (let block = 0; block < count; block++) {
    const end = (block + 1) * perBlock;
    let behind = bytes[block * perBlock + partial] & (0xff >> (bits & 7));
    for (let i = block * perBlock + partial + 1; i < end; i++) behind |= bytes[i];
    if (behind !== 0) {
      throw new InputError(`block ${first + block}: the part after its ${bits} bits of ${what} must be zero`);
    }
  }
}

/** Bytes as words, without a copy if they are aligned. */
export function wordsOf(bytes: Uint8Array): Uint32Array {
  if (bytes.byteOffset % 4 === 0 && bytes.length % 4 === 0) {
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(words.buffer).set(bytes);
  return words;
}

/** The first bytes of words. */
export function bytesOf({ buffer, byteOffset }: ArrayBufferView, length: number): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}

/** The leading bytes of each digest, [block][hashBytes]. */
export function truncatedHashes(digests: ArrayBufferView, count: number, { hashBytes }: BlockLayout): Uint8Array {
  const all = bytesOf(digests, 4 * HASH_WORDS * count);
  const hashes = new Uint8Array(count * hashBytes);
  for (let block = 0; block < count; block++) {
    const at = 4 * HASH_WORDS * block;
    hashes.set(all.subarray(at, at + hashBytes), block * hashBytes);
  }
  return hashes;
}

/** The buffer `position_use`: for each position its state and its index among the positions of this state. */
function positionUse({ wordBits, keyPositions, puncturedPositions, shortenedPositions }: BlockLayout): Uint32Array {
  const use = new Uint32Array(2 * wordBits);
  const kinds = [
    [SENT, keyPositions],
    [PUNCTURED, puncturedPositions],
    [SHORTENED, shortenedPositions],
  ] as const;
  for (const [state, positions] of kinds) {
    positions.forEach((position, index) => {
      use.set([state, index], 2 * position);
    });
  }
  return use;
}
