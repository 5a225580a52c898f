import { GROUP_BITS } from "../core/further-disclosure.ts";
import type { BitFile } from "./bit-file.ts";
import type { StreamHeader } from "./messages/headers.ts";

/** Blocks of a retry in terms of the first run's stream. */
export interface RetriedBlocks {
  /** Bits of the key of the first run's stream. */
  readonly bits: number;
  /** Key bits of a whole block of that stream. */
  readonly keyBits: number;
  /** Revealed groups of eight bits of the key, in any order. */
  readonly groups: Uint32Array;
}

/** Bits of block `index` of the first run. */
export function rootLength({ bits, keyBits }: RetriedBlocks, index: number): number {
  return Math.min(keyBits, bits - index * keyBits);
}

/** Number of its bits that are not revealed. */
export function lengthLeft(blocks: RetriedBlocks, index: number): number {
  const length = rootLength(blocks, index);
  return blocks.groups.reduce(
    (left, group) => left - Math.min(GROUP_BITS, Math.max(0, length - GROUP_BITS * group)),
    length,
  );
}

/** A block's packed bits without the revealed groups. @param whole [⌈keyBits/8⌉] bytes or more. */
export function bitsLeft(whole: Uint8Array, { groups }: Pick<RetriedBlocks, "groups">): Uint8Array {
  const disclosed = new Set(groups);
  // Groups are whole bytes.
  return whole.filter((_, byte) => !disclosed.has(byte));
}

/**
 * The bits of retried blocks as if they were a string of their own.
 * @param indicesOf indices in the first run of consecutive blocks of the retry.
 */
export function retriedBits(
  file: BitFile,
  stream: StreamHeader,
  blocks: RetriedBlocks,
  indicesOf: (first: number, count: number) => Promise<readonly number[]>,
): BitFile {
  const keyBits = blocks.keyBits - GROUP_BITS * blocks.groups.length;
  return {
    path: file.path,
    bits: stream.bits,
    close: () => file.close(),
    async read(first, lengths, stride) {
      const strings = new Uint8Array(lengths.length * stride);
      const indices = await indicesOf(first / keyBits, lengths.length);
      for (const [i, index] of indices.entries()) {
        const whole = await file.read(
          index * blocks.keyBits,
          [rootLength(blocks, index)],
          Math.ceil(blocks.keyBits / 8),
        );
        strings.set(bitsLeft(whole, blocks).subarray(0, stride), i * stride);
        whole.fill(0);
      }
      return strings;
    },
  };
}
