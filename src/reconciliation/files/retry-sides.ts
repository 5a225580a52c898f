import { OCTONION, ROTATION_WORDS } from "../../../wgsl/reconciliation/octonion.ts";
import { InputError } from "../../errors.ts";
import type { Bob } from "../core/bob.ts";
import type { DecodingEnd } from "../core/decoding-end.ts";
import type { ReferenceMessage } from "../core/gaussian-blocks.ts";
import type { BitFile } from "./bit-file.ts";
import { readBlocks } from "./bit-sides.ts";
import { blockLengths, keyBitsOf, type StreamHeader } from "./messages/headers.ts";
import { splitMessages } from "./messages/read-messages.ts";
import type { RecordReader } from "./messages/record-reader.ts";
import { type DisclosedSyndromes, type RetryMessage, readRetryMessage } from "./messages/retry-message.ts";
import { lengthLeft, type RetriedBlocks, retriedBits } from "./retry-bits.ts";
import type { DecodingSide } from "./stream.ts";
import type { ValueSequence } from "./value-sequence.ts";

/** The decoding end's inputs about failed blocks. */
export interface RetryFiles {
  /** Syndrome file of the first run. */
  readonly root: RecordReader<StreamHeader>;
  /** Syndrome file of the retry. */
  readonly retry: RecordReader<StreamHeader>;
  readonly blocks: RetriedBlocks;
  readonly syndromes: DisclosedSyndromes;
}

/** Bytes of the rotation of a group of values. */
const ROTATION_BYTES = 4 * ROTATION_WORDS;

/** Bob with his bits of blocks that failed. */
export function retryBobSide(
  end: Pick<Bob, "blocksMaximum" | "correct">,
  input: BitFile,
  files: RetryFiles,
): DecodingSide {
  const stream = files.retry.header;
  const bits = retriedBits(input, stream, files.blocks, async (first, count) =>
    (await retryMessages(files, first, count)).map(({ index }) => index),
  );
  return {
    blocksMaximum: end.blocksMaximum,
    async decode(first, lengths) {
      const messages = await retryMessages(files, first, lengths.length);
      return end.correct(await readBlocks(bits, stream, first, lengths), await wholeMessages(files, messages, first));
    },
  };
}

/** The decoding end with its values of blocks that failed. */
export function retryDecodingSide(
  end: Pick<DecodingEnd, "blocksMaximum" | "decode">,
  input: ValueSequence,
  files: RetryFiles,
): DecodingSide {
  const keyBits = keyBitsOf(files.retry.header);
  const groups = files.blocks.keyBits / OCTONION;
  return {
    blocksMaximum: end.blocksMaximum,
    async decode(first, lengths) {
      const count = lengths.length;
      const messages = await retryMessages(files, first, count);
      const values = new Float32Array(count * keyBits);
      for (const [i, { index }] of messages.entries()) {
        const whole = await input.read({ first: index * groups, count: groups });
        values.set(withoutGroups(whole, OCTONION, files.blocks), i * keyBits);
      }
      return end.decode({ first, count, values }, await wholeMessages(files, messages, first));
    },
  };
}

/**
 * The retry's messages about consecutive blocks of it.
 * @throws InputError for blocks beyond the first run's, or with other lengths.
 */
async function retryMessages(
  { root, retry, blocks }: RetryFiles,
  first: number,
  count: number,
): Promise<RetryMessage[]> {
  const { syndromes } = splitMessages(await retry.read(first, count), retry.header);
  const bytes = syndromes.length / count;
  const lengths = blockLengths(retry.header, first, count);
  return lengths.map((length, i) => {
    const message = readRetryMessage(syndromes.subarray(i * bytes, (i + 1) * bytes), root.header.blocks, retry.path);
    if (lengthLeft(blocks, message.index) === length) return message;
    throw new InputError(`block ${first + i} has not the length of block ${message.index} of the first run`, {
      file: retry.path,
    });
  });
}

/** The messages of the first run without the revealed positions, with the hashes of the retry. */
async function wholeMessages(
  { root, retry, blocks, syndromes: disclosedSyndromes }: RetryFiles,
  messages: readonly RetryMessage[],
  first: number,
): Promise<ReferenceMessage> {
  const { hashes } = splitMessages(await retry.read(first, messages.length), retry.header);
  const parts: { syndromes: Uint8Array; rotations: Uint8Array }[] = [];
  for (const { index, disclosed } of messages) {
    const { syndromes, rotations } = splitMessages(await root.read(index, 1), root.header);
    disclosedSyndromes.takeOut(syndromes, disclosed);
    parts.push({ syndromes, rotations: withoutGroups(rotations, ROTATION_BYTES, blocks) });
  }
  return {
    hashes,
    syndromes: Buffer.concat(parts.map(({ syndromes }) => syndromes)),
    rotations: Buffer.concat(parts.map(({ rotations }) => rotations)),
  };
}

/** An array without the revealed groups. @param size elements of a group. */
function withoutGroups<A extends Uint8Array | Float32Array>(whole: A, size: number, { groups }: RetriedBlocks): A {
  const disclosed = new Set(groups);
  return whole.filter((_, i) => !disclosed.has(Math.floor(i / size))) as A;
}
