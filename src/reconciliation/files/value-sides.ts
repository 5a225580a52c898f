import { OCTONION } from "../../../wgsl/reconciliation/octonion.ts";
import { drawPrivateBits } from "../core/block-encoding.ts";
import type { DecodingEnd } from "../core/decoding-end.ts";
import { ditherValues } from "../core/dither.ts";
import type { GaussianBlocks } from "../core/gaussian-blocks.ts";
import type { ReferenceEnd } from "../core/reference-end.ts";
import { fillRandom } from "../core/secret-bits.ts";
import { keyBitsOf, type StreamHeader } from "./messages/headers.ts";
import { joinMessages, splitMessages } from "./messages/read-messages.ts";
import type { DecodingSide, ReferenceSide } from "./stream.ts";
import type { ValueSequence } from "./value-sequence.ts";

/** Most bytes of values in a batch: of million-bit words, enough to keep a GPU busy. */
const BATCH_BYTES = 256 * 2 ** 20;

/** Blocks of values that a batch may have. */
export function valueBatchBlocks(stream: StreamHeader): number {
  return Math.max(1, Math.floor(BATCH_BYTES / (4 * keyBitsOf(stream))));
}

/**
 * The reference end with its values.
 * @param resolution step of digitised values, in the unit of the file; left out without steps.
 */
export function referenceSide(
  end: Pick<ReferenceEnd, "blocksMaximum" | "encode">,
  input: ValueSequence,
  stream: StreamHeader,
  resolution?: number,
): ReferenceSide {
  return {
    blocksMaximum: end.blocksMaximum,
    async encode(first, lengths) {
      const blocks = await readBlocks(input, stream, first, lengths.length);
      if (resolution !== undefined) ditherValues(blocks.values, resolution / input.moments.deviation);
      const privateBits = drawPrivateBits(lengths.length, stream.punctured, fillRandom);
      const { message, bits } = await end.encode({ ...blocks, privateBits });
      return { payloads: joinMessages(message, stream), bits, privateBits };
    },
  };
}

/** The decoding end with its values. */
export function decodingSide(
  end: Pick<DecodingEnd, "blocksMaximum" | "decode">,
  input: ValueSequence,
  stream: StreamHeader,
): DecodingSide {
  return {
    blocksMaximum: end.blocksMaximum,
    async decode(first, lengths, payloads) {
      return end.decode(await readBlocks(input, stream, first, lengths.length), splitMessages(payloads, stream));
    },
  };
}

async function readBlocks(
  input: ValueSequence,
  stream: StreamHeader,
  first: number,
  count: number,
): Promise<GaussianBlocks> {
  const groups = keyBitsOf(stream) / OCTONION;
  return { first, count, values: await input.read({ first: first * groups, count: count * groups }) };
}
