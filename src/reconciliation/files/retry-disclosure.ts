import type { Code } from "../../code/code.ts";
import { InputError } from "../../errors.ts";
import { disclosedPositions, type FurtherDisclosure, GROUP_BITS, NOTHING_FURTHER } from "../core/further-disclosure.ts";
import { choosePositions } from "../core/positions.ts";
import type { BitFile } from "./bit-file.ts";
import { KEY_HASH_BYTES } from "./keys/key-hash.ts";
import {
  firstRunOf,
  leakedPerBlock,
  rootKeyBits,
  type StreamHeader,
  SYNDROMES,
  type VerdictHeader,
} from "./messages/headers.ts";
import { splitMessages } from "./messages/read-messages.ts";
import type { RecordReader } from "./messages/record-reader.ts";
import { RecordWriter } from "./messages/record-writer.ts";
import { disclosedBits, readRetryMessage, writeRetryMessage } from "./messages/retry-message.ts";
import { blockHash, hasHash } from "./messages/verification-hash.ts";
import { bitsLeft, lengthLeft, type RetriedBlocks, rootLength } from "./retry-bits.ts";

/** The inputs of a retry at the reference end. */
export interface RetryJob {
  /** Syndrome file of the run whose blocks failed: the first run, or a retry of it. */
  readonly parent: RecordReader<StreamHeader>;
  /** The verdict from `openVerdict` that lists the failed blocks. */
  readonly verdict: RecordReader<VerdictHeader>;
  /** The parent's code. */
  readonly code: Code;
  /** The first run's bits: sifted bits, or the random bits that represent values. */
  readonly input: BitFile;
  /** The first run's bits of punctured positions, block after block. */
  readonly privateBits?: BitFile;
  /** Number of further bits to reveal of every block, rounded up for groups of eight. */
  readonly disclose: number;
  /** 32 hexadecimal digits, fresh. */
  readonly salt: string;
}

/** A retry that is ready to be published. */
export interface PlannedRetry {
  readonly stream: StreamHeader;
  /** Writes its syndrome file. @throws InputError if the bits are not the parent's, with the block, or the disk refuses. */
  write(path: string): Promise<RecordWriter<StreamHeader>>;
}

/** A block that failed. */
interface FailedBlock {
  /** In the parent. */
  readonly block: number;
  /** In the first run. */
  readonly index: number;
}

/**
 * Plans the bits to reveal of failed blocks: further positions of the same words (`disclosedPositions`).
 * @throws InputError if no block failed, the word has too few positions, or private bits are needed and missing.
 */
export async function planRetry(job: RetryJob): Promise<PlannedRetry> {
  const { parent, verdict, code, input, privateBits } = job;
  const { header } = parent;
  const { punctured, shortened, seed } = header;
  const disclosed = further(header, job.disclose);
  const root = choosePositions(code, punctured, shortened, seed);
  const positions = disclosedPositions(root, disclosed, seed);
  if (disclosed.punctured > 0 && privateBits === undefined) {
    throw new InputError(
      `${disclosed.punctured} bits of punctured positions are to be disclosed: give --private with private.bin of the first run`,
    );
  }
  const bits = header.retry?.bits ?? header.bits;
  const blocks: RetriedBlocks = { bits, keyBits: rootKeyBits(header), groups: positions.groups };
  const before = header.retry ?? NOTHING_FURTHER;
  const parents = { keyBits: blocks.keyBits, groups: disclosedPositions(root, before, seed).groups };
  const failed = (await failedBlocks(job, blocks)).filter(({ index }) => lengthLeft(blocks, index) > 0);
  if (failed.length === 0)
    throw new InputError("lists no failed block: there is nothing to retry", { file: verdict.path });
  const stream: StreamHeader = {
    ...header,
    salt: job.salt,
    bits: failed.reduce((sum, { index }) => sum + lengthLeft(blocks, index), 0),
    blocks: failed.length,
    retry: {
      root: firstRunOf(header, parent.id),
      parent: parent.id,
      verdict: verdict.id,
      bits,
      ...disclosed,
      fresh: disclosed.punctured - before.punctured + GROUP_BITS * (disclosed.groups - before.groups),
      earlierBits: leakedPerBlock(header).hash + verdictBitsOf(verdict.header),
    },
  };
  return {
    stream,
    async write(path) {
      const writer = RecordWriter.create(path, SYNDROMES, stream);
      try {
        for (const [i, { block, index }] of failed.entries()) {
          const length = rootLength(blocks, index);
          const whole = await input.read(index * blocks.keyBits, [length], Math.ceil(blocks.keyBits / 8));
          await requireParents(job, block, whole, { ...parents, bits: length });
          const secret = await privateBits?.read(index * punctured, [punctured], Math.ceil(punctured / 8));
          const message = { index, disclosed: disclosedBits(whole, secret ?? new Uint8Array(0), positions) };
          const count = lengthLeft(blocks, index);
          const left = bitsLeft(whole, blocks).subarray(0, Math.ceil(count / 8));
          writer.append(Buffer.concat([writeRetryMessage(message), blockHash(stream, i, left, count)]));
        }
        return writer;
      } catch (error) {
        writer.discard();
        throw error;
      }
    },
  };
}

/**
 * Public bits about a block that a verdict does not have verified: its bit in each verdict of the decoding end, and the
 * hashes of the keys of earlier verdicts, which may have verified it.
 */
function verdictBitsOf({ attempt }: VerdictHeader): number {
  return attempt + (attempt - 1) * 8 * KEY_HASH_BYTES;
}

/** The revealed positions after `disclose` further bits: first punctured positions, then groups of the key. */
function further({ punctured, retry }: StreamHeader, disclose: number): FurtherDisclosure {
  const before = retry ?? NOTHING_FURTHER;
  const more = Math.min(punctured - before.punctured, disclose);
  return { punctured: before.punctured + more, groups: before.groups + Math.ceil((disclose - more) / GROUP_BITS) };
}

async function failedBlocks({ parent, verdict }: RetryJob, { bits, keyBits }: RetriedBlocks): Promise<FailedBlock[]> {
  const verdicts = await verdict.read(0, verdict.header.blocks);
  const rootBlocks = Math.ceil(bits / keyBits);
  const failed: FailedBlock[] = [];
  for (const [block, verified] of verdicts.entries()) {
    if (verified === 1) continue;
    if (parent.header.retry === undefined) failed.push({ block, index: block });
    else {
      const { syndromes } = splitMessages(await parent.read(block, 1), parent.header);
      failed.push({ block, index: readRetryMessage(syndromes, rootBlocks, parent.path).index });
    }
  }
  return failed;
}

/**
 * @param block in the parent.
 * @param as the block alone, without the parent's revealed bits.
 * @throws InputError if the block's hash differs from the parent's hash of it.
 */
async function requireParents(
  { parent, input }: RetryJob,
  block: number,
  whole: Uint8Array,
  as: RetriedBlocks,
): Promise<void> {
  const { hashes } = splitMessages(await parent.read(block, 1), parent.header);
  const count = lengthLeft(as, 0);
  const left = bitsLeft(whole, as).subarray(0, Math.ceil(count / 8));
  if (hasHash(parent.header, block, left, count, hashes)) return;
  throw new InputError(`block ${block} is not the one of ${parent.path}: give the string that it was made of`, {
    file: input.path,
  });
}
