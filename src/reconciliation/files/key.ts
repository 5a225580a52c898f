import { InputError } from "../../errors.ts";
import type { BitFile } from "./bit-file.ts";
import type { KeyFile } from "./keys/key-file.ts";
import { blockLengths, keyBitsOf, type StreamHeader, type VerdictHeader } from "./messages/headers.ts";
import { splitMessages } from "./messages/read-messages.ts";
import type { RecordReader } from "./messages/record-reader.ts";
import { hasHash } from "./messages/verification-hash.ts";

/** The inputs of the reference end's key, after the decoding end's verdict. */
export interface KeyJob {
  /** Its sifted bits, or for values the random bits that represent them. */
  readonly input: BitFile;
  /** The syndrome file that the reference end sent. */
  readonly syndromes: RecordReader<StreamHeader>;
  /** The verdict about the syndrome file, from `openVerdict`. */
  readonly verdict: RecordReader<VerdictHeader>;
  readonly key: KeyFile;
  readonly signal?: AbortSignal;
  /** Called with the number of finished blocks. */
  progress?(blocks: number): void;
}

/** Bytes of sifted bits that are read at once. */
const BATCH_BYTES = 2 ** 20;

/**
 * Writes the blocks that the decoding end verified. The caller finishes or discards the key.
 * @returns the number of blocks, and of verified blocks.
 * @throws InputError if the syndrome file belongs to other bits, with the block; for damaged files.
 */
export async function keepVerified(job: KeyJob): Promise<{ blocks: number; verified: number }> {
  const { input, syndromes, verdict, key } = job;
  const stream = syndromes.header;
  const keyBits = keyBitsOf(stream);
  const stride = Math.ceil(keyBits / 8);
  const atOnce = Math.ceil(BATCH_BYTES / stride);
  let blocks = 0;
  let verified = 0;
  while (blocks < stream.blocks && !job.signal?.aborted) {
    const lengths = blockLengths(stream, blocks, Math.min(atOnce, stream.blocks - blocks));
    const bits = await input.read(blocks * keyBits, lengths, stride);
    const { hashes } = splitMessages(await syndromes.read(blocks, lengths.length), stream);
    const verdicts = await verdict.read(blocks, lengths.length);
    const hashBytes = hashes.length / lengths.length;
    for (const [i, length] of lengths.entries()) {
      const packed = bits.subarray(i * stride, i * stride + Math.ceil(length / 8));
      if (hasHash(stream, blocks + i, packed, length, hashes.subarray(i * hashBytes, (i + 1) * hashBytes))) continue;
      throw new InputError(
        `block ${blocks + i} is not the one of ${syndromes.path}: give the string that it was made of`,
        {
          file: input.path,
        },
      );
    }
    key.append(
      bits,
      stride,
      lengths.map((length, i) => (verdicts[i] === 1 ? length : 0)),
    );
    verified += verdicts.filter((verdict) => verdict === 1).length;
    blocks += lengths.length;
    job.progress?.(blocks);
  }
  return { blocks, verified };
}
