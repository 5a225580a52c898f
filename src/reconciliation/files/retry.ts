import { OCTONION, ROTATION_WORDS } from "../../../wgsl/reconciliation/octonion.ts";
import { type Code, InputError, tannerGraph } from "../../index.ts";
import {
  choosePositions,
  type DisclosedPositions,
  disclosedPositions,
  type FurtherDisclosure,
  GROUP_BITS,
  NOTHING_FURTHER,
  type Positions,
} from "../core/layout.ts";
import type { GaussianBlocks, ReferenceMessage } from "../core/values.ts";
import type { BitFile } from "./bit-file.ts";
import { copyBits } from "./bit-string.ts";
import { blockHash, hasHash, KEY_HASH_BYTES } from "./hashes.ts";
import {
  blockLengths,
  firstRunOf,
  keyBitsOf,
  leakedPerBlock,
  rootKeyBits,
  type StreamHeader,
  SYNDROMES,
  splitMessages,
  type VerdictHeader,
} from "./headers.ts";
import { type RecordReader, RecordWriter } from "./record-file.ts";
import type { BlockReader } from "./sides.ts";
import type { ValueSequence } from "./value-file.ts";

/** Blocks of a retry in terms of the first run's stream. */
interface RetriedBlocks {
  /** Bits of the key of the first run's stream. */
  readonly bits: number;
  /** Key bits of a whole block of that stream. */
  readonly keyBits: number;
  /** Revealed groups of eight bits of the key, in any order. */
  readonly groups: Uint32Array;
}

/** Bits of block `index` of the first run. */
function rootLength({ bits, keyBits }: RetriedBlocks, index: number): number {
  return Math.min(keyBits, bits - index * keyBits);
}

/** Number of its bits that are not revealed. */
function lengthLeft(blocks: RetriedBlocks, index: number): number {
  const length = rootLength(blocks, index);
  return blocks.groups.reduce(
    (left, group) => left - Math.min(GROUP_BITS, Math.max(0, length - GROUP_BITS * group)),
    length,
  );
}

/** A block's packed bits without the revealed groups. @param whole [⌈keyBits/8⌉] bytes or more. */
function bitsLeft(whole: Uint8Array, { groups }: Pick<RetriedBlocks, "groups">): Uint8Array {
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

/**
 * A retry's message about a block: its index in the first run, and its revealed bits, packed by the layout of
 * `retryBytesOf`.
 */
interface RetryMessage {
  readonly index: number;
  readonly disclosed: Uint8Array;
}

/**
 * The revealed bits of a block.
 * @param bits of the key, packed, as in the first run.
 * @param privateBits of the block, packed; unused if no punctured position is revealed.
 */
function disclosedBits(
  bits: Uint8Array,
  privateBits: Uint8Array,
  { punctured, groups }: DisclosedPositions,
): Uint8Array {
  const privateBytes = Math.ceil(punctured.length / 8);
  const disclosed = new Uint8Array(privateBytes + groups.length);
  punctured.forEach((index, i) => {
    copyBits(privateBits, index, disclosed, i, 1);
  });
  groups.forEach((group, i) => {
    disclosed[privateBytes + i] = bits[group];
  });
  return disclosed;
}

/** The start of a payload of a retry: index and revealed bits. */
function writeRetryMessage({ index, disclosed }: RetryMessage): Uint8Array {
  const bytes = new Uint8Array(8 + disclosed.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(index), true);
  bytes.set(disclosed, 8);
  return bytes;
}

/**
 * Reads the output of `writeRetryMessage`.
 * @param blocks number of blocks of the first run.
 * @throws InputError for a block beyond the first run's.
 */
export function readRetryMessage(bytes: Uint8Array, blocks: number, file: string): RetryMessage {
  const index = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true);
  if (index >= BigInt(blocks)) {
    throw new InputError(`retries block ${index}, but the first run has blocks 0 to ${blocks - 1}`, { file });
  }
  return { index: Number(index), disclosed: bytes.slice(8) };
}

/**
 * Subtracts the contribution of revealed bits from syndromes, so that these positions count as zeros.
 * @param root positions of the first run.
 */
export class DisclosedSyndromes {
  readonly #columns: readonly (readonly number[])[];
  readonly #bits: readonly number[];

  constructor(code: Code, root: Positions, { punctured, groups }: DisclosedPositions) {
    const { variableStart, variableEdge, edgeCheck } = tannerGraph(code.matrix);
    const checksOf = (variable: number) =>
      Array.from(
        variableEdge.subarray(variableStart[variable], variableStart[variable + 1]),
        (edge) => edgeCheck[edge],
      );
    const columns: number[][] = [];
    const bits: number[] = [];
    punctured.forEach((index, i) => {
      columns.push(checksOf(root.punctured[index]));
      bits.push(i);
    });
    groups.forEach((group, i) => {
      for (let bit = 0; bit < GROUP_BITS; bit++) {
        columns.push(checksOf(root.key[GROUP_BITS * group + bit]));
        bits.push(8 * (Math.ceil(punctured.length / 8) + i) + bit);
      }
    });
    this.#columns = columns;
    this.#bits = bits;
  }

  /** @param syndrome packed, changed in place. @param disclosed output of `disclosedBits`. */
  takeOut(syndrome: Uint8Array, disclosed: Uint8Array): void {
    for (const [i, bit] of this.#bits.entries()) {
      if (((disclosed[bit >> 3] >> (7 - (bit & 7))) & 1) === 0) continue;
      for (const check of this.#columns[i]) syndrome[check >> 3] ^= 0x80 >> (check & 7);
    }
  }
}

/** The inputs of a retry at the reference end. */
interface RetryJob {
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
interface PlannedRetry {
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

/** Bits of the blocks that failed. */
export function failedBits(input: BitFile, files: RetryFiles): BitFile {
  return retriedBits(input, files.retry.header, files.blocks, async (first, count) =>
    (await retryMessages(files, first, count)).map(({ index }) => index),
  );
}

/** Values of the blocks that failed. */
export function failedValues(input: ValueSequence, files: RetryFiles): BlockReader<GaussianBlocks> {
  const keyBits = keyBitsOf(files.retry.header);
  const groups = files.blocks.keyBits / OCTONION;
  return async (first, { length: count }) => {
    const values = new Float32Array(count * keyBits);
    for (const [i, { index }] of (await retryMessages(files, first, count)).entries()) {
      const whole = await input.read({ first: index * groups, count: groups });
      values.set(withoutGroups(whole, OCTONION, files.blocks), i * keyBits);
    }
    return { first, count, values };
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
export async function failedMessages(files: RetryFiles, first: number, count: number): Promise<ReferenceMessage> {
  const { root, retry, blocks, syndromes: disclosedSyndromes } = files;
  const messages = await retryMessages(files, first, count);
  const { hashes } = splitMessages(await retry.read(first, count), retry.header);
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
