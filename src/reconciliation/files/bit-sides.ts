import type { Alice } from "../core/alice.ts";
import { drawPrivateBits } from "../core/block-encoding.ts";
import type { Blocks } from "../core/blocks.ts";
import type { Bob } from "../core/bob.ts";
import { fillRandom } from "../core/secret-bits.ts";
import type { BitFile } from "./bit-file.ts";
import { keyBitsOf, type StreamHeader } from "./messages/headers.ts";
import { joinMessages, splitMessages } from "./messages/read-messages.ts";
import type { DecodingSide, ReferenceSide } from "./stream.ts";

/** Most bytes of sifted bits in a batch. */
const BATCH_BYTES = 16 * 2 ** 20;

/** Blocks of sifted bits that a batch may have. */
export function bitBatchBlocks(stream: StreamHeader): number {
  return Math.max(1, Math.floor(BATCH_BYTES / Math.ceil(keyBitsOf(stream) / 8)));
}

/** Alice with her sifted bits. */
export function aliceSide(
  end: Pick<Alice, "blocksMaximum" | "encode">,
  input: BitFile,
  stream: StreamHeader,
): ReferenceSide {
  return {
    blocksMaximum: end.blocksMaximum,
    async encode(first, lengths) {
      const blocks = await readBlocks(input, stream, first, lengths);
      const privateBits = drawPrivateBits(lengths.length, stream.punctured, fillRandom);
      const message = await end.encode({ ...blocks, privateBits });
      return { payloads: joinMessages(message, stream), bits: blocks.bits, privateBits };
    },
  };
}

/** Bob with his. */
export function bobSide(
  end: Pick<Bob, "blocksMaximum" | "correct">,
  input: BitFile,
  stream: StreamHeader,
): DecodingSide {
  return {
    blocksMaximum: end.blocksMaximum,
    async decode(first, lengths, payloads) {
      return end.correct(await readBlocks(input, stream, first, lengths), splitMessages(payloads, stream));
    },
  };
}

/** Blocks of a string. @throws InputError if the file has become shorter. */
export async function readBlocks(
  input: BitFile,
  stream: StreamHeader,
  first: number,
  lengths: readonly number[],
): Promise<Blocks> {
  const keyBits = keyBitsOf(stream);
  const bits = await input.read(first * keyBits, lengths, Math.ceil(keyBits / 8));
  const last = lengths[lengths.length - 1];
  return { first, count: lengths.length, bits, ...(last < keyBits && { lastBits: last }) };
}
