import { OCTONION } from "../../../wgsl/reconciliation/octonion.ts";
import { type Code, InputError, tannerGraph } from "../../index.ts";
import { canonicalJson } from "../../simulation/task.ts";
import { sum } from "../../sum.ts";
import { copyBits } from "../core/bit-source.ts";
import { type GaussianBlocks, type ReferenceMessage, ROTATION_BYTES } from "../core/ends.ts";
import {
  choosePositions,
  type DisclosedPositions,
  disclosedPositions,
  GROUP_BITS,
  NOTHING_FURTHER,
  type Positions,
} from "../core/layout.ts";
import type { BitFile } from "../files/bit-file.ts";
import { blockHash, hasHash, KEY_HASH_BYTES } from "../files/hashes.ts";
import {
  blockLengths,
  keyBitsOf,
  leakedPerBlock,
  rootKeyBits,
  type StreamHeader,
  SYNDROMES,
  splitMessages,
  type VerdictHeader,
} from "../files/headers.ts";
import { RecordReader, RecordWriter } from "../files/record-file.ts";
import type { ValueSequence } from "../files/value-file.ts";

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

/** Bits of a group of the key that a block of this length has. */
export function bitsInGroup(length: number, group: number): number {
  return Math.min(GROUP_BITS, Math.max(0, length - GROUP_BITS * group));
}

/** Number of its bits that are not revealed. */
function lengthLeft(blocks: RetriedBlocks, index: number): number {
  const length = rootLength(blocks, index);
  return blocks.groups.reduce((left, group) => left - bitsInGroup(length, group), length);
}

/** An array of a block without the revealed groups. @param size elements of a group: 1 for packed bits, as groups are whole bytes. */
function withoutGroups<A extends Uint8Array | Float32Array>(
  whole: A,
  size: number,
  { groups }: Pick<RetriedBlocks, "groups">,
): A {
  const disclosed = new Set(groups);
  return whole.filter((_, i) => !disclosed.has(Math.floor(i / size))) as A;
}

/** A block of the first run, packed. */
async function wholeBlock(file: BitFile, blocks: RetriedBlocks, index: number): Promise<Uint8Array> {
  const stride = Math.ceil(blocks.keyBits / 8);
  return file.read(index * blocks.keyBits, [rootLength(blocks, index)], stride);
}

/** The bits of retried blocks as if they were a string of their own. @param file the first run's string. @param retry its syndrome file. */
export function retriedBits(file: BitFile, retry: RecordReader<StreamHeader>, blocks: RetriedBlocks): BitFile {
  const keyBits = keyBitsOf(retry.header);
  return {
    path: file.path,
    bits: retry.header.bits,
    close: () => file.close(),
    async read(first, lengths, stride) {
      const strings = new Uint8Array(lengths.length * stride);
      for (const [i, { index }] of (await retryMessages(retry, blocks, first / keyBits, lengths.length)).entries()) {
        const whole = await wholeBlock(file, blocks, index);
        strings.set(withoutGroups(whole, 1, blocks).subarray(0, stride), i * stride);
        whole.fill(0);
      }
      return strings;
    },
  };
}

/**
 * A retry's message about a block, in the place of its syndrome: its index in the first run, u64 little-endian, and its
 * revealed bits by the layout of `retryBytesOf`.
 * @param bits of the key, packed, as in the first run.
 * @param privateBits of the block, packed; unused if no punctured position is revealed.
 */
function retryMessage(
  index: number,
  bits: Uint8Array,
  privateBits: Uint8Array,
  { punctured, groups }: DisclosedPositions,
): Uint8Array {
  const privateBytes = Math.ceil(punctured.length / 8);
  const bytes = new Uint8Array(8 + privateBytes + groups.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(index), true);
  const disclosed = bytes.subarray(8);
  disclosed.set(packedAt(privateBits, punctured));
  for (const [i, group] of groups.entries()) disclosed[privateBytes + i] = bits[group];
  return bytes;
}

/** Reads the output of `retryMessage`. @param blocks number of blocks of the first run. */
function readRetryMessage(bytes: Uint8Array, blocks: number, file: string) {
  const index = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true);
  if (index < BigInt(blocks)) return { index: Number(index), disclosed: bytes.slice(8) };
  throw new InputError(`retries block ${index}, but the first run has blocks 0 to ${blocks - 1}`, { file });
}

/** The messages about consecutive blocks of a retry. */
async function retryMessages(retry: RecordReader<StreamHeader>, blocks: RetriedBlocks, first: number, count: number) {
  const { syndromes } = splitMessages(await retry.read(first, count), retry.header);
  const bytes = syndromes.length / count;
  const rootBlocks = Math.ceil(blocks.bits / blocks.keyBits);
  return blockLengths(retry.header, first, count).map((length, i) => {
    const message = readRetryMessage(syndromes.subarray(i * bytes, (i + 1) * bytes), rootBlocks, retry.path);
    if (lengthLeft(blocks, message.index) === length) return message;
    const fault = `block ${first + i} has not the length of block ${message.index} of the first run`;
    throw new InputError(fault, { file: retry.path });
  });
}

/** Bits at some positions of packed bits, packed. */
export function packedAt(bits: Uint8Array, positions: Uint32Array): Uint8Array {
  const packed = new Uint8Array(Math.ceil(positions.length / 8));
  for (const [i, position] of positions.entries()) copyBits(bits, position, packed, i, 1);
  return packed;
}

/** Makes revealed bits count as zeros. @returns a function that changes a packed syndrome by its block's revealed bits. */
export function disclosedSyndromes(code: Code, root: Positions, { punctured, groups }: DisclosedPositions) {
  const { variableStart, variableEdge, edgeCheck } = tannerGraph(code.matrix);
  const columns: { readonly bit: number; readonly checks: readonly number[] }[] = [];
  const add = (variable: number, bit: number) => {
    const edges = variableEdge.subarray(variableStart[variable], variableStart[variable + 1]);
    columns.push({ bit, checks: Array.from(edges, (edge) => edgeCheck[edge]) });
  };
  for (const [i, index] of punctured.entries()) add(root.punctured[index], i);
  const behind = 8 * Math.ceil(punctured.length / 8);
  for (const [i, group] of groups.entries()) {
    const positions = root.key.subarray(GROUP_BITS * group, GROUP_BITS * (group + 1));
    for (const [bit, position] of positions.entries()) add(position, behind + GROUP_BITS * i + bit);
  }
  return (syndrome: Uint8Array, disclosed: Uint8Array) => {
    for (const { bit, checks } of columns) {
      if (((disclosed[bit >> 3] >> (7 - (bit & 7))) & 1) === 0) continue;
      for (const check of checks) syndrome[check >> 3] ^= 0x80 >> (check & 7);
    }
  };
}

/** Share of a block's syndrome that a retry reveals. */
const RETRY_STEP = 0.02;

/** The inputs of a retry at the reference end. */
interface RetryJob {
  /** Syndrome file of the run whose blocks failed: the first run, or a retry of it. */
  readonly parent: RecordReader<StreamHeader>;
  /** The checked verdict that lists the failed blocks. */
  readonly verdict: RecordReader<VerdictHeader>;
  /** The parent's code. */
  readonly code: Code;
  /** The first run's bits: sifted bits, or the random bits that represent values. */
  readonly input: BitFile;
  /** The first run's bits of punctured positions, block after block. */
  readonly privateBits?: BitFile;
  /** Number of further bits to reveal of every block, rounded up for groups of eight; `RETRY_STEP` of its syndrome if left out. */
  readonly disclose?: number;
  /** 32 hexadecimal digits, fresh. */
  readonly salt: string;
}

/** Writes the syndrome file of a retry, which reveals further positions of failed words (`disclosedPositions`). */
export async function writeRetry(path: string, job: RetryJob): Promise<RecordWriter<StreamHeader>> {
  const { parent, verdict, code, input, privateBits } = job;
  const { header } = parent;
  const { punctured, shortened, seed } = header;
  const { disclose = Math.ceil(RETRY_STEP * (header.code.checks - punctured)) } = job;
  const before = header.retry ?? NOTHING_FURTHER;
  const more = Math.min(punctured - before.punctured, disclose);
  const disclosed = {
    punctured: before.punctured + more,
    groups: before.groups + Math.ceil((disclose - more) / GROUP_BITS),
  };
  const root = choosePositions(code, punctured, shortened, seed);
  const positions = disclosedPositions(root, disclosed, seed);
  if (disclosed.punctured > 0 && privateBits === undefined) {
    throw new InputError(
      `${disclosed.punctured} bits of punctured positions are to be disclosed: give --private with private.bin of the first run`,
    );
  }
  const bits = header.retry?.bits ?? header.bits;
  const blocks: RetriedBlocks = { bits, keyBits: rootKeyBits(header), groups: positions.groups };
  const parents = { ...blocks, groups: disclosedPositions(root, before, seed).groups };
  const failed: { readonly block: number; readonly index: number }[] = [];
  for (const [block, verified] of (await verdict.read(0, verdict.header.blocks)).entries()) {
    if (verified === 1) continue;
    const index = header.retry ? (await retryMessages(parent, parents, block, 1))[0].index : block;
    if (lengthLeft(blocks, index) > 0) failed.push({ block, index });
  }
  if (failed.length === 0)
    throw new InputError("lists no failed block: there is nothing to retry", { file: verdict.path });
  // Public bits about a failed block by verdicts: its bit in each, and the hashes of the keys of earlier verdicts, which may
  // have verified it.
  const { attempt } = verdict.header;
  const byVerdicts = attempt + (attempt - 1) * 8 * KEY_HASH_BYTES;
  const stream: StreamHeader = {
    ...header,
    salt: job.salt,
    bits: sum(failed.map(({ index }) => lengthLeft(blocks, index))),
    blocks: failed.length,
    retry: {
      root: header.retry?.root ?? parent.id,
      parent: parent.id,
      verdict: verdict.id,
      bits,
      ...disclosed,
      fresh: disclosed.punctured - before.punctured + GROUP_BITS * (disclosed.groups - before.groups),
      earlierBits: leakedPerBlock(header).hash + byVerdicts,
    },
  };
  /** @param groups that are left out. */
  const left = (whole: Uint8Array, as: RetriedBlocks, index: number) => {
    const count = lengthLeft(as, index);
    return { count, bits: withoutGroups(whole, 1, as).subarray(0, Math.ceil(count / 8)) };
  };
  /** Whether private bits are those of a block: by its whole syndrome, or in a retry's retry by the bits that the parent has told. */
  const goesWith = (whole: Uint8Array, secret: Uint8Array, told: Uint8Array) => {
    if (header.retry !== undefined) {
      const known = packedAt(secret, disclosedPositions(root, before, seed).punctured);
      return known.every((byte, i) => byte === told[8 + i]);
    }
    const all = { punctured: Uint32Array.from(root.punctured.keys()), groups: Uint32Array.from(whole.keys()) };
    const left = told.slice();
    disclosedSyndromes(code, root, all)(left, retryMessage(0, whole, secret, all).subarray(8));
    return left.every((byte) => byte === 0);
  };
  const writer = RecordWriter.create(path, SYNDROMES, stream);
  try {
    for (const [i, { block, index }] of failed.entries()) {
      const whole = await wholeBlock(input, blocks, index);
      // As the block of the parent alone, without the parent's revealed bits.
      const known = left(whole, { ...parents, bits: rootLength(blocks, index) }, 0);
      const { hashes, syndromes } = splitMessages(await parent.read(block, 1), header);
      if (!hasHash(header, block, known.bits, known.count, hashes)) {
        const fault = `block ${block} is not the one of ${parent.path}: give the string that it was made of`;
        throw new InputError(fault, { file: input.path });
      }
      const secret = await privateBits?.read(index * punctured, [punctured], Math.ceil(punctured / 8));
      if (secret !== undefined && !goesWith(whole, secret, syndromes)) {
        const fault = `has not the private bits of block ${block}: give private.bin of the first run, another run's bits are secret`;
        throw new InputError(fault, { file: privateBits!.path });
      }
      const message = retryMessage(index, whole, secret ?? new Uint8Array(0), positions);
      const rest = left(whole, blocks, index);
      writer.append(Buffer.concat([message, blockHash(stream, i, rest.bits, rest.count)]));
    }
    return writer;
  } catch (error) {
    writer.file.discard();
    throw error;
  }
}

/** Opens the syndrome file of a retry. @param root that of the first run. */
export async function openRetry(path: string, root: RecordReader<StreamHeader>): Promise<RecordReader<StreamHeader>> {
  const file = await RecordReader.open(path, SYNDROMES);
  const fault = retryFault(file.header, root);
  if (fault === undefined) return file;
  await file.close();
  throw new InputError(fault, { file: path });
}

function retryFault({ retry, ...stream }: StreamHeader, { header, id, path }: RecordReader<StreamHeader>) {
  if (retry === undefined) return "is no retry: give it as the syndrome file of the run";
  if (header.retry !== undefined) return `goes with the syndrome file of the first run, which ${path} is not`;
  const agreed = ({ bits, blocks, salt, ...rest }: Omit<StreamHeader, "retry">) => canonicalJson(rest);
  if (retry.root !== id || retry.bits !== header.bits || agreed(stream) !== agreed(header)) {
    return `is not a retry of the run of ${path}: give the two of one run`;
  }
  return undefined;
}

/** Positions of a retry's bits in the words of the first run. @throws Error for a stream that is no retry. */
export function retriedPositions(stream: StreamHeader, code: Code) {
  const { punctured, shortened, seed, retry } = stream;
  if (retry === undefined) throw new Error("not a retry");
  const positions = choosePositions(code, punctured, shortened, seed);
  const disclosed = disclosedPositions(positions, retry, seed);
  return { positions, disclosed, blocks: { bits: retry.bits, keyBits: rootKeyBits(stream), groups: disclosed.groups } };
}

/** The decoding end's inputs about failed blocks. */
export type RetryFiles = ReturnType<typeof retryFiles>;

/** @param root syndrome file of the first run. @param code of the retry's stream. */
export function retryFiles(root: RecordReader<StreamHeader>, retry: RecordReader<StreamHeader>, code: Code) {
  const { blocks, positions, disclosed } = retriedPositions(retry.header, code);
  return { root, retry, blocks, takeOut: disclosedSyndromes(code, positions, disclosed) };
}

/** Reads values of the blocks that failed. */
export function failedValues(input: ValueSequence, files: RetryFiles) {
  const keyBits = keyBitsOf(files.retry.header);
  const groups = files.blocks.keyBits / OCTONION;
  return async (first: number, { length: count }: readonly number[]): Promise<GaussianBlocks> => {
    const values = new Float32Array(count * keyBits);
    for (const [i, { index }] of (await retryMessages(files.retry, files.blocks, first, count)).entries()) {
      const whole = await input.read({ first: index * groups, count: groups });
      values.set(withoutGroups(whole, OCTONION, files.blocks), i * keyBits);
    }
    return { first, count, values };
  };
}

/** The messages of the first run without the revealed positions, with the hashes of the retry. */
export async function failedMessages(files: RetryFiles, first: number, count: number): Promise<ReferenceMessage> {
  const { root, retry, blocks, takeOut } = files;
  const { hashes } = splitMessages(await retry.read(first, count), retry.header);
  const parts: { syndromes: Uint8Array; rotations: Uint8Array }[] = [];
  for (const { index, disclosed } of await retryMessages(retry, blocks, first, count)) {
    const { syndromes, rotations } = splitMessages(await root.read(index, 1), root.header);
    takeOut(syndromes, disclosed);
    parts.push({ syndromes, rotations: withoutGroups(rotations, ROTATION_BYTES, blocks) });
  }
  return {
    hashes,
    syndromes: Buffer.concat(parts.map(({ syndromes }) => syndromes)),
    rotations: Buffer.concat(parts.map(({ rotations }) => rotations)),
  };
}
