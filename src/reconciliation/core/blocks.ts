import { PUNCTURED, SENT, SHORTENED } from "../../../wgsl/channel/bit-llr.ts";
import { HASH_WORDS } from "../../../wgsl/reconciliation/block-hash.ts";
import { packedBytes, packedWords } from "../../../wgsl/reconciliation/packed-bits.ts";
import { progress } from "../../engine/decode.ts";
import type { RunInputs } from "../../engine/engine.ts";
import { defaultFrames } from "../../engine/frame-slots.ts";
import { growingProgram } from "../../engine/growing-program.ts";
import { constantBuffer, frameBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { type DecoderSpec, type Engine, InputError } from "../../index.ts";
import {
  type DeviceLimits,
  type Dispatch,
  decoderProgram,
  type Program,
  type ProgramBuffer,
  type Readback,
  type RunParameters,
  type RunResult,
} from "../../kernels.ts";
import { requireOptions } from "../../options.ts";
import { wordSyndrome } from "../../source/word-source.ts";
import type { BlockLayout, ReconciliationParameters } from "./layout.ts";

/** Consecutive blocks. */
export interface BlockRange {
  /** Index of the first block in the stream, below 2^53. */
  readonly first: number;
  /** Number of blocks. */
  readonly count: number;
}

/**
 * Sifted bits of consecutive blocks.
 * @example
 * const blocks: Blocks = { first: 0, count: 2, bits: new Uint8Array(2 * 12) };
 */
export interface Blocks extends BlockRange {
  /**
   * [block][⌈keyBits/8⌉]: the first bit of a block is the highest of its first byte, and the bits after its last bit
   * are zero.
   */
  readonly bits: Uint8Array;
  /** Sifted bits of the last of these blocks if fewer than keyBits, 1 … keyBits − 1: the end of the stream. */
  readonly lastBits?: number;
}

/** Bits for the punctured positions of blocks. */
export interface PrivateBits {
  /**
   * [block][⌈p/8⌉], packed as the bits are: random, known to nobody else, and kept by the end that may retry the
   * blocks. The same blocks with other private bits would reveal more than the counted leakage.
   */
  readonly privateBits: Uint8Array;
}

/**
 * Alice's message to Bob about blocks, over a public channel that delivers it unchanged.
 * @example
 * const bytes = ({ syndromes, hashes }: AliceMessage) => syndromes.length + hashes.length;
 */
export interface AliceMessage {
  /** [block][⌈M/8⌉]: packed as the blocks are. */
  readonly syndromes: Uint8Array;
  /** [block][hashBits/8] */
  readonly hashes: Uint8Array;
}

/** Fills bytes with random bits that nobody else knows. */
export type FillSecret = (bytes: Uint8Array<ArrayBuffer>) => void;

/** Most bytes that the platform's generator gives in one call. */
const RANDOM_BYTES = 65536;

/** The platform's cryptographic generator, for any number of bytes. */
export const fillRandom: FillSecret = (bytes) => {
  for (let at = 0; at < bytes.length; at += RANDOM_BYTES) {
    globalThis.crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES));
  }
};

/** The buffers of blocks that all ends' programs read. */
function blockBuffers(layout: BlockLayout, salt: Uint8Array): Readonly<Record<string, ProgramBuffer>> {
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
function hashStage({ keyBits }: BlockLayout, bits: string): Dispatch {
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
function blockRun({ first, count }: BlockRange, llrScale = 1): RunParameters {
  return { firstFrame: first, frames: count, chunkFrames: count, key: [0, 0], llrScale, amplitude: 1 };
}

/** @throws InputError if the array has not `perBlock` bytes for each block. */
export function requireBytes(bytes: Uint8Array, count: number, perBlock: number, what: string): void {
  if (bytes.length === count * perBlock) return;
  throw new InputError(`${bytes.length} bytes of ${what} are not ${count} blocks of ${perBlock}`);
}

/** @throws InputError naming the first block with a one in its padding. */
function requirePadding(
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
function truncatedHashes(digests: ArrayBufferView, count: number, { hashBytes }: BlockLayout): Uint8Array {
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

/** An end of reconciliation for its user. */
export interface OpenEnd {
  /** Most blocks that one call takes. */
  readonly blocksMaximum: number;
  /** Sizes of a block, and its leakage in bits. */
  readonly layout: BlockLayout;
  /** Releases the buffers on the device. The engine stays open. */
  release(): void;
}

/** An end that decodes. */
export interface PlannedEnd extends OpenEnd {
  /** The decoder's choices for this device, in words. */
  readonly plan: readonly string[];
}

/** An end of reconciliation on an engine, for either role: its program, for run after run of blocks. */
interface BlockEnd {
  /** Most blocks of a run. */
  readonly blocksMaximum: number;
  /** @param llrScale in the unit of the program's LLRs. */
  run(blocks: BlockRange, outputs: readonly Readback[], inputs: RunInputs, llrScale?: number): Promise<RunResult>;
  release(): void;
}

/** Block slots are allocated on demand. @throws InputError if not even one block fits the engine's device. */
export function blockEnd(engine: Engine, program: Program): BlockEnd {
  const blocksMaximum = defaultFrames(engine, program);
  const growing = growingProgram(engine, program);
  return {
    blocksMaximum,
    async run(blocks, outputs, inputs, llrScale) {
      const slots = await growing.withSlots(blocks.count);
      return slots.run(blockRun(blocks, llrScale), outputs, inputs);
    },
    release: () => growing.release(),
  };
}

/** An end's own work on its blocks besides syndromes and hashes. */
interface EncodingExtras {
  readonly dispatches: readonly Dispatch[];
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
}

/**
 * Inputs of a run of `blockEncodingProgram`. @throws InputError as `blockInputs`, and for private bits of other blocks.
 */
export function encodingInputs(
  blocks: Blocks & Partial<PrivateBits>,
  { punctured }: ReconciliationParameters,
  layout: BlockLayout,
  most: number,
  fillSecret: FillSecret,
): RunInputs {
  const inputs = blockInputs(blocks, layout, most);
  if (punctured === 0) return inputs;
  const secret = blocks.privateBits ?? drawPrivateBits(blocks.count, punctured, fillSecret);
  requireBytes(secret, blocks.count, packedBytes(punctured), "private bits");
  return { ...inputs, private_bits: wordsOf(secret) };
}

/** Newly drawn private bits of blocks, [block][⌈p/8⌉]. */
export function drawPrivateBits(count: number, punctured: number, fillSecret: FillSecret): Uint8Array {
  const secret = new Uint8Array(count * packedBytes(punctured));
  fillSecret(secret);
  return secret;
}

/** The outputs of a run that `encodedBlocks` reads, in its order. */
export function encodingOutputs(count: number, { syndromeBytes }: BlockLayout): Readback[] {
  return [
    { buffer: "syndrome_bits", elements: Math.ceil((count * syndromeBytes) / 4) },
    { buffer: "hash", elements: count * HASH_WORDS },
  ];
}

/** Syndromes and hashes. @param result of a run with `encodingOutputs` first. */
export function encodedBlocks({ outputs }: RunResult, count: number, layout: BlockLayout): AliceMessage {
  const [syndromes, digests] = outputs;
  return {
    syndromes: bytesOf(syndromes, count * layout.syndromeBytes),
    hashes: truncatedHashes(digests, count, layout),
  };
}

/**
 * The encoding of blocks as a program, for every end whose bits the other end is to find. Inputs: `block_bits` [frame],
 * `sifted_bits` [frame] packed, `private_bits` [frame] packed if positions are punctured. Outputs: `syndrome_bits`
 * [frame] packed, `hash` [frame][8].
 * @param own the end's own dispatches and buffers.
 */
export function blockEncodingProgram(
  { code, punctured, salt }: ReconciliationParameters,
  layout: BlockLayout,
  own: EncodingExtras = { dispatches: [], buffers: {} },
): Program {
  const { wordBits, checks, keyBits } = layout;
  const syndrome = wordSyndrome(code.matrix);
  const word: Dispatch = {
    kernel: "reconciliation/block-word",
    constants: { N: wordBits, KEY_BITS: keyBits, PRIVATE_BITS: punctured },
    buffers: ["position_use", "block_bits", "sifted_bits", "private_bits", "codeword"],
    workgroups: Math.ceil(wordBits / WORKGROUP_SIZE),
  };
  const pack: Dispatch = {
    kernel: "reconciliation/pack-bits",
    constants: { LENGTH: checks, WIDTH: checks, SELECT: 0 },
    buffers: ["all_positions", "block_bits", "syndrome", "syndrome_bits"],
    workgroups: Math.ceil(packedWords(checks) / WORKGROUP_SIZE),
  };
  return {
    buffers: {
      ...blockBuffers(layout, salt),
      ...syndrome.buffers,
      sifted_bits: siftedBuffer(layout),
      private_bits: frameBuffer("u32", Math.max(1, packedWords(punctured))),
      codeword: frameBuffer("u32", wordBits),
      syndrome: frameBuffer("u32", checks),
      all_positions: constantBuffer(Uint32Array.of(0)),
      syndrome_bits: frameBuffer("u32", packedWords(checks)),
      ...own.buffers,
    },
    start: [word, ...syndrome.dispatches, pack, hashStage(layout, "sifted_bits"), ...own.dispatches],
    iterate: [],
    repeats: 0,
    afterIterations: [],
    secret: true,
    plan: [],
  };
}

/**
 * The results of decoding blocks.
 * @example
 * const good = ({ verified }: DecodedBlocks) => verified.reduce((sum, one) => sum + one, 0);
 */
export interface DecodedBlocks {
  /** [block][⌈keyBits/8⌉]: the other end's bits for verified blocks, zeros for the rest. */
  readonly bits: Uint8Array;
  /** 1 for each block whose decoding converged with the other end's hash, else 0. */
  readonly verified: Uint8Array;
  /** 1 for each block whose decision has the other end's syndrome, else 0. */
  readonly converged: Uint8Array;
  /** Iterations done, of each block. */
  readonly iterations: Uint32Array;
  /** Seconds on the device. */
  readonly seconds: number;
}

/** The source of a program's channel LLRs: a dispatch before the decoder, and its buffers. */
interface LlrSource {
  readonly stage: Dispatch;
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
}

/**
 * Decoding of blocks as a program. Inputs: `block_bits` [frame], `syndrome_bits` [frame] packed, and the inputs of the
 * LLR source. Outputs: `corrected_bits` [frame] packed, `hash` [frame][8], `unsatisfied` [iteration][frame].
 * @throws InputError as `decoderProgram`, and for a decoder of symbols.
 */
export function blockDecodingProgram(
  { code, salt }: ReconciliationParameters,
  layout: BlockLayout,
  spec: DecoderSpec,
  limits: DeviceLimits,
  llrs: LlrSource,
): Program {
  const { wordBits, checks, keyBits, keyPositions } = layout;
  const decoder = decoderProgram(code, spec, limits, { syndrome: true });
  if (decoder.input !== "bit") {
    throw new InputError(
      `${spec.rule} is a decoder of symbols: reconciliation takes one of bits, sum-product for example`,
    );
  }
  const unpack: Dispatch = {
    kernel: "reconciliation/unpack-bits",
    constants: { LENGTH: checks },
    buffers: ["syndrome_bits", "syndrome"],
    workgroups: Math.ceil(checks / WORKGROUP_SIZE),
  };
  const pack: Dispatch = {
    kernel: "reconciliation/pack-bits",
    constants: { LENGTH: keyBits, WIDTH: wordBits, SELECT: 1 },
    buffers: ["key_position", "block_bits", "decision", "corrected_bits"],
    workgroups: Math.ceil(packedWords(keyBits) / WORKGROUP_SIZE),
  };
  return {
    ...decoder,
    secret: true,
    buffers: {
      ...decoder.buffers,
      ...blockBuffers(layout, salt),
      ...llrs.buffers,
      syndrome_bits: frameBuffer("u32", packedWords(checks)),
      key_position: constantBuffer(keyPositions),
      corrected_bits: frameBuffer("u32", packedWords(keyBits)),
    },
    start: [llrs.stage, unpack, ...decoder.start],
    afterRounds: [...(decoder.afterRounds ?? []), pack, hashStage(layout, "corrected_bits")],
  };
}

/** The other end's syndromes as an input of a run. @throws InputError for a message of other blocks. */
export function syndromeInputs(
  { first, count }: BlockRange,
  { syndromes, hashes }: AliceMessage,
  { syndromeBytes, hashBytes, checks }: BlockLayout,
): RunInputs {
  requireBytes(syndromes, count, syndromeBytes, "syndromes");
  requirePadding(syndromes, first, count, syndromeBytes, checks, "syndrome");
  requireBytes(hashes, count, hashBytes, "hashes");
  return { syndrome_bits: wordsOf(syndromes) };
}

/** The outputs of a run that `decodedBlocks` reads, in its order. */
export function decodingOutputs(count: number, { keyBytes }: BlockLayout, { iterations }: DecoderSpec): Readback[] {
  return [
    { buffer: "corrected_bits", elements: Math.ceil((count * keyBytes) / 4) },
    { buffer: "hash", elements: count * HASH_WORDS },
    { buffer: "unsatisfied", elements: count * iterations },
  ];
}

/**
 * Compares hashes, and zeroes the bits of unverified blocks.
 * @param result of a run with `decodingOutputs` first.
 * @param hashes the other end's, [block][hashBytes].
 */
export function decodedBlocks(
  result: RunResult,
  count: number,
  layout: BlockLayout,
  spec: DecoderSpec,
  hashes: Uint8Array,
): DecodedBlocks {
  const { keyBytes, hashBytes } = layout;
  const [words, digests, unsatisfied] = result.outputs;
  const bits = bytesOf(words, count * keyBytes);
  const { iterations, converged } = progress(unsatisfied, count, spec);
  const own = truncatedHashes(digests, count, layout);
  const verified = new Uint8Array(count);
  for (let block = 0; block < count; block++) {
    if (converged[block] === 1 && sameBytes(own, hashes, block * hashBytes, hashBytes)) verified[block] = 1;
    else bits.fill(0, block * keyBytes, (block + 1) * keyBytes);
  }
  return { bits, verified, converged, iterations, seconds: result.seconds };
}

function sameBytes(a: Uint8Array, b: Uint8Array, from: number, length: number): boolean {
  for (let i = from; i < from + length; i++) if (a[i] !== b[i]) return false;
  return true;
}
