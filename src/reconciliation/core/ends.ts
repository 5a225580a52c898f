import { PUNCTURED, SENT, SHORTENED } from "../../../wgsl/channel/bit-llr.ts";
import { HASH_WORDS } from "../../../wgsl/reconciliation/block-hash.ts";
import { OCTONION, ROTATION_ONE, ROTATION_WORDS } from "../../../wgsl/reconciliation/octonion.ts";
import { packedBytes, packedWords } from "../../../wgsl/reconciliation/packed-bits.ts";
import { progress } from "../../engine/decode.ts";
import type { RunInputs } from "../../engine/engine.ts";
import { defaultFrames, growingProgram } from "../../engine/frame-slots.ts";
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
} from "../../kernels.ts";
import { requireOptions } from "../../options.ts";
import { wordSyndrome } from "../../source/word-source.ts";
import { type BlockLayout, blockLayout, type ReconciliationParameters } from "./layout.ts";

/** Consecutive blocks. */
interface BlockRange {
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
type FillSecret = (bytes: Uint8Array<ArrayBuffer>) => void;

/** The platform's cryptographic generator, which gives at most 65,536 bytes in one call. */
export const fillRandom: FillSecret = (bytes) => {
  for (let at = 0; at < bytes.length; at += 65536) globalThis.crypto.getRandomValues(bytes.subarray(at, at + 65536));
};

/** Newly drawn private bits of blocks, [block][⌈p/8⌉]. */
export function drawPrivateBits(count: number, punctured: number, fillSecret: FillSecret): Uint8Array {
  const secret = new Uint8Array(count * packedBytes(punctured));
  fillSecret(secret);
  return secret;
}

/** An end of reconciliation for its user. */
interface OpenEnd {
  /** Most blocks that one call takes. */
  readonly blocksMaximum: number;
  /** Sizes of a block, and its leakage in bits. */
  readonly layout: BlockLayout;
  /** Releases the buffers on the device. The engine stays open. */
  release(): void;
}

/** The buffers of blocks that all ends' programs read. */
function blockBuffers(layout: BlockLayout, salt: Uint8Array): Readonly<Record<string, ProgramBuffer>> {
  // For each position its state and its index among the positions of this state.
  const use = new Uint32Array(2 * layout.wordBits);
  const kinds = [
    [SENT, layout.keyPositions],
    [PUNCTURED, layout.puncturedPositions],
    [SHORTENED, layout.shortenedPositions],
  ] as const;
  for (const [state, positions] of kinds) {
    for (const [index, position] of positions.entries()) use.set([state, index], 2 * position);
  }
  return {
    position_use: constantBuffer(use),
    block_bits: frameBuffer("u32", 1),
    salt: constantBuffer(wordsOf(salt)),
    hash: frameBuffer("u32", HASH_WORDS),
  };
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

/** A dispatch with an invocation for each of `items`. */
export function forEach(items: number, kernel: string, constants: Dispatch["constants"], buffers: string[]): Dispatch {
  return { kernel: `reconciliation/${kernel}`, constants, buffers, workgroups: Math.ceil(items / WORKGROUP_SIZE) };
}

/** An end's own dispatches and buffers besides those of all ends. */
type OwnParts = { readonly dispatches: readonly Dispatch[]; readonly buffers: Readonly<Record<string, ProgramBuffer>> };

/**
 * The encoding of blocks as a program. Inputs: `block_bits` [frame], `sifted_bits` [frame] packed, `private_bits` [frame] packed if positions
 * are punctured. Outputs: `syndrome_bits` [frame] packed, `hash` [frame][8].
 */
export function blockEncodingProgram(
  { code, punctured, salt }: ReconciliationParameters,
  layout: BlockLayout,
  own: OwnParts = { dispatches: [], buffers: {} },
): Program {
  const { wordBits, checks, keyBits } = layout;
  const syndrome = wordSyndrome(code.matrix);
  return {
    buffers: {
      ...blockBuffers(layout, salt),
      ...syndrome.buffers,
      sifted_bits: frameBuffer("u32", packedWords(keyBits)),
      private_bits: frameBuffer("u32", Math.max(1, packedWords(punctured))),
      codeword: frameBuffer("u32", wordBits),
      syndrome: frameBuffer("u32", checks),
      all_positions: constantBuffer(Uint32Array.of(0)),
      syndrome_bits: frameBuffer("u32", packedWords(checks)),
      ...own.buffers,
    },
    start: [
      forEach(wordBits, "block-word", { N: wordBits, KEY_BITS: keyBits, PRIVATE_BITS: punctured }, [
        "position_use",
        "block_bits",
        "sifted_bits",
        "private_bits",
        "codeword",
      ]),
      ...syndrome.dispatches,
      forEach(packedWords(checks), "pack-bits", { LENGTH: checks, WIDTH: checks, SELECT: 0 }, [
        "all_positions",
        "block_bits",
        "syndrome",
        "syndrome_bits",
      ]),
      hashStage(layout, "sifted_bits"),
      ...own.dispatches,
    ],
    iterate: [],
    repeats: 0,
    afterIterations: [],
    secret: true,
    plan: [],
  };
}

/**
 * Decoding of blocks as a program. Inputs: `block_bits` [frame], `syndrome_bits` [frame] packed, and those of `llrs`, which makes the channel's
 * LLRs. Outputs: `corrected_bits` [frame] packed, `hash` [frame][8], `unsatisfied` [iteration][frame].
 */
function blockDecodingProgram(
  { code, salt }: ReconciliationParameters,
  layout: BlockLayout,
  spec: DecoderSpec,
  limits: DeviceLimits,
  llrs: OwnParts,
): Program {
  const { wordBits, checks, keyBits, keyPositions } = layout;
  const decoder = decoderProgram(code, spec, limits, { syndrome: true });
  if (decoder.input !== "bit") {
    throw new InputError(`${spec.rule} is a decoder of symbols: reconciliation takes one of bits, such as sum-product`);
  }
  const unpack = forEach(checks, "unpack-bits", { LENGTH: checks }, ["syndrome_bits", "syndrome"]);
  const pack = forEach(packedWords(keyBits), "pack-bits", { LENGTH: keyBits, WIDTH: wordBits, SELECT: 1 }, [
    "key_position",
    "block_bits",
    "decision",
    "corrected_bits",
  ]);
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
    start: [...llrs.dispatches, unpack, ...decoder.start],
    afterRounds: [...(decoder.afterRounds ?? []), pack, hashStage(layout, "corrected_bits")],
  };
}

/** A program's runs over blocks. Block slots are allocated on demand. @throws InputError if not even one block fits the engine's device. */
function blockRuns(engine: Engine, layout: BlockLayout, program: Program) {
  const blocksMaximum = defaultFrames(engine, program);
  const growing = growingProgram(engine, program);
  const end: OpenEnd = { blocksMaximum, layout, release: () => growing.release() };
  return {
    end,
    /** A block's index is its frame's index. @param llrScale in the unit of the program's LLRs. */
    async run({ first, count }: BlockRange, outputs: readonly Readback[], inputs: RunInputs, llrScale = 1) {
      const slots = await growing.withSlots(count);
      const frames = { firstFrame: first, frames: count, chunkFrames: count };
      return slots.run({ ...frames, key: [0, 0], llrScale, amplitude: 1 }, outputs, inputs);
    },
  };
}

/** Runs of a `blockEncodingProgram`. */
function encodingRuns(
  engine: Engine,
  { punctured }: ReconciliationParameters,
  layout: BlockLayout,
  program: Program,
  fillSecret: FillSecret,
) {
  const { end, run } = blockRuns(engine, layout, program);
  return {
    end,
    /** @throws InputError as `blockInputs`, and for private bits of other blocks. */
    async encode(blocks: Blocks & Partial<PrivateBits>, own: RunInputs = {}, outputs: readonly Readback[] = []) {
      const { count, privateBits } = blocks;
      const inputs = { ...blockInputs(blocks, layout, end.blocksMaximum), ...own };
      if (punctured > 0) {
        const secret = privateBits ?? drawPrivateBits(count, punctured, fillSecret);
        requireBytes(secret, count, packedBytes(punctured), "private bits");
        inputs.private_bits = wordsOf(secret);
      }
      const bytes = count * layout.syndromeBytes;
      const syndrome = { buffer: "syndrome_bits", elements: Math.ceil(bytes / 4) };
      const read = [syndrome, { buffer: "hash", elements: count * HASH_WORDS }, ...outputs];
      const [syndromes, digests, ...rest] = (await run(blocks, read, inputs)).outputs;
      const hashes = truncatedHashes(digests, count, layout);
      return { message: { syndromes: bytesOf(syndromes, bytes), hashes }, outputs: rest };
    },
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

/** Runs of a `blockDecodingProgram`. */
function decodingRuns(engine: Engine, layout: BlockLayout, program: Program, spec: DecoderSpec, llrScale: number) {
  const { end, run } = blockRuns(engine, layout, program);
  const { syndromeBytes, hashBytes, keyBytes, checks } = layout;
  return {
    end,
    /** Decodes blocks, compares hashes and zeroes the bits of unverified blocks. @throws InputError for a message of other blocks. */
    async decode(
      blocks: BlockRange,
      { syndromes, hashes }: AliceMessage,
      own: RunInputs,
      outputs: readonly Readback[] = [],
    ) {
      const { first, count } = blocks;
      requireBytes(syndromes, count, syndromeBytes, "syndromes");
      requirePadding(syndromes, first, count, syndromeBytes, checks, "syndrome");
      requireBytes(hashes, count, hashBytes, "hashes");
      const read = [
        { buffer: "corrected_bits", elements: Math.ceil((count * keyBytes) / 4) },
        { buffer: "hash", elements: count * HASH_WORDS },
        { buffer: "unsatisfied", elements: count * spec.iterations },
      ];
      const inputs = { ...own, syndrome_bits: wordsOf(syndromes) };
      const result = await run(blocks, [...read, ...outputs], inputs, llrScale);
      const [words, digests, unsatisfied, ...rest] = result.outputs;
      const bits = bytesOf(words, count * keyBytes);
      const { iterations, converged } = progress(unsatisfied, count, spec);
      const mine = truncatedHashes(digests, count, layout);
      const verified = new Uint8Array(count);
      for (let block = 0; block < count; block++) {
        const [from, to] = [block * hashBytes, (block + 1) * hashBytes];
        const theirs = hashes.subarray(from, to);
        if (converged[block] === 1 && mine.subarray(from, to).every((byte, i) => byte === theirs[i]))
          verified[block] = 1;
        else bits.fill(0, block * keyBytes, (block + 1) * keyBytes);
      }
      const decoded: DecodedBlocks = { bits, verified, converged, iterations, seconds: result.seconds };
      return { decoded, outputs: rest };
    },
  };
}

/** Blocks as inputs of a run. @throws InputError if they are not 1 … `most` whole blocks, or are not padded with zeros. */
function blockInputs(blocks: Blocks, { keyBits, keyBytes }: BlockLayout, most: number): Record<string, Uint32Array> {
  const { first, count, bits, lastBits = keyBits } = blocks;
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
function requireCount(blocks: BlockRange, most: number): void {
  const names = { first: true, count: true, bits: true, lastBits: true, values: true, privateBits: true };
  requireOptions("blocks", blocks, names);
  const { first, count } = blocks;
  if (!Number.isSafeInteger(first) || first < 0) throw new InputError(`block ${first}: indices count from 0`);
  if (Number.isInteger(count) && count >= 1 && count <= most) return;
  throw new InputError(`${count} blocks at once: give 1 to ${most}`);
}

function requireBytes(bytes: Uint8Array, count: number, perBlock: number, what: string): void {
  if (bytes.length === count * perBlock) return;
  throw new InputError(`${bytes.length} bytes of ${what} are not ${count} blocks of ${perBlock}`);
}

/** @throws InputError naming the first block with a one behind its bits. */
function requirePadding(bytes: Uint8Array, first: number, count: number, perBlock: number, bits: number, what: string) {
  for (let block = 0; block < count && bits < 8 * perBlock; block++) {
    const padding = bytes.subarray(block * perBlock + (bits >> 3), (block + 1) * perBlock);
    if ((padding[0] & (0xff >> (bits & 7))) === 0 && padding.subarray(1).every((byte) => byte === 0)) continue;
    throw new InputError(`block ${first + block}: the part after its ${bits} bits of ${what} must be zero`);
  }
}

/** Bytes as words, without a copy if they are aligned. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  if (bytes.byteOffset % 4 === 0 && bytes.length % 4 === 0) {
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(words.buffer).set(bytes);
  return words;
}

/** The first bytes of words. */
function bytesOf({ buffer, byteOffset }: ArrayBufferView, length: number): Uint8Array {
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

/**
 * Alice's end.
 * @example
 * const end: Alice = alice(engine, parameters);
 * end.layout.keyBits; // → 96
 * end.release();
 */
export interface Alice extends OpenEnd {
  /**
   * Syndromes and hashes of blocks, with given private bits or else newly drawn ones. Several calls may be outstanding:
   * they overlap if the device can.
   * @param blocks key bits of whole blocks, and perhaps their private bits.
   * @throws InputError if the blocks are not 1 … blocksMaximum whole blocks, padded with zeros, with their private
   * bits; DeviceLostError if the device was lost.
   */
  encode(blocks: Blocks & Partial<PrivateBits>): Promise<AliceMessage>;
}

/**
 * Alice's end of syndrome reconciliation: the syndrome H·word of every block, and a hash for its verification. Both are
 * public, but must reach Bob unchanged: send them over an authenticated channel.
 * @param engine stays open when the end is released.
 * @param parameters code, positions, hash and salt, the same at both ends.
 * @param fillSecret fills bytes with random bits that nobody else knows, for the punctured positions; the platform's
 * cryptographic generator if left out.
 * @throws InputError as `blockLayout`, and if not even one block fits the engine's device.
 * @example
 * const end = alice(engine, parameters);
 * const message = await end.encode({ first: 0, count: 1, bits: new Uint8Array(12) });
 * end.release();
 * message.hashes.length; // → 8
 */
export function alice(
  engine: Engine,
  parameters: ReconciliationParameters,
  fillSecret: FillSecret = fillRandom,
): Alice {
  const layout = blockLayout(parameters);
  const program = blockEncodingProgram(parameters, layout);
  const { end, encode } = encodingRuns(engine, parameters, layout, program, fillSecret);
  return { ...end, encode: async (blocks) => (await encode(blocks)).message };
}

/**
 * The results of Bob's blocks: verified blocks have Alice's bits.
 * @example
 * const wrongBits = ({ corrected }: CorrectedBlocks) => corrected.reduce((sum, bits) => sum + bits, 0);
 */
export interface CorrectedBlocks extends DecodedBlocks {
  /** Number of bits in which a verified block of Bob's differed, 0 for unverified blocks; [block]. */
  readonly corrected: Uint32Array;
}

/**
 * Bob's end.
 * @example
 * const end: Bob = bob(engine, parameters, decoder, 0.02);
 * end.release();
 */
export interface Bob extends OpenEnd {
  /** The decoder's choices for this device, in words. */
  readonly plan: readonly string[];
  /**
   * Corrects blocks by Alice's message about them. Several calls may be outstanding: they overlap if the device can.
   * @param blocks Bob's noisy key bits of whole blocks.
   * @param message Alice's syndromes and hashes of these blocks, in their order.
   * @param told positions of the words whose bits Alice has told, [⌈n/8⌉] packed as the blocks are: Bob's blocks have her sifted bits there, and
   * her private bits count as zeros in the syndromes. None if left out.
   * @throws InputError if the blocks are not 1 … blocksMaximum whole blocks and their message, padded with zeros;
   * DeviceLostError if the device was lost.
   */
  correct(blocks: Blocks, message: AliceMessage, told?: Uint8Array): Promise<CorrectedBlocks>;
}

/**
 * Bob's end of syndrome reconciliation: his copy of every block is decoded to the word that has Alice's syndrome, and
 * is verified if its hash equals hers. `correct` returns no bits of an unverified block.
 * @param engine stays open when the end is released.
 * @param parameters code, positions, hash and salt, the same at both ends.
 * @param spec a decoder of bits.
 * @param qber the estimated quantum bit error rate, which makes the LLRs ±ln((1 − QBER)/QBER).
 * @throws InputError as `blockLayout` and `decoderProgram`, for a decoder of symbols, for a QBER that is not above 0 and
 * below 1/2, and if not even one block fits the engine's device.
 * @example
 * const sifted = new Uint8Array(12).fill(0b10110010);
 * const received = sifted.slice();
 * received[3] ^= 1; // one wrong bit
 * const [a, b] = [alice(engine, parameters), bob(engine, parameters, decoder, 0.02)];
 * const message = await a.encode({ first: 0, count: 1, bits: sifted });
 * const { verified, corrected } = await b.correct({ first: 0, count: 1, bits: received }, message);
 * [verified[0], corrected[0]]; // → [1, 1]
 * a.release();
 * b.release();
 */
export function bob(engine: Engine, parameters: ReconciliationParameters, spec: DecoderSpec, qber: number): Bob {
  if (!(qber > 0 && qber < 0.5)) throw new InputError(`QBER ${qber}: it must be above 0 and below 0.5`);
  const layout = blockLayout(parameters);
  const scale = Math.fround(Math.log((1 - qber) / qber));
  const program = bobProgram(parameters, layout, spec, engine.limits);
  const { end, decode } = decodingRuns(engine, layout, program, spec, scale);
  let telling: ReturnType<typeof decodingRuns> | undefined;
  return {
    ...end,
    release() {
      end.release();
      telling?.end.release();
    },
    plan: program.plan,
    async correct(blocks, message, told) {
      const inputs = blockInputs(blocks, layout, end.blocksMaximum);
      if (told !== undefined) {
        requireBytes(told, 1, packedBytes(layout.wordBits), "told positions");
        const all = new Uint8Array(blocks.count * told.length);
        for (let block = 0; block < blocks.count; block++) all.set(told, block * told.length);
        inputs.told = wordsOf(all);
        // A program of its own, so that other blocks come without these positions.
        telling ??= decodingRuns(
          engine,
          layout,
          bobProgram(parameters, layout, spec, engine.limits, true),
          spec,
          scale,
        );
      }
      const difference = { buffer: "difference", elements: blocks.count };
      const run = told === undefined ? decode : telling!.decode;
      const { decoded, outputs } = await run(blocks, message, inputs, [difference]);
      const corrected = Uint32Array.from(decoded.verified, (verified, block) =>
        verified === 1 ? outputs[0][block] : 0,
      );
      return { ...decoded, corrected };
    },
  };
}

/**
 * Bob's end as a program: `blockDecodingProgram` with an input `sifted_bits` [frame] packed and an output `difference` [frame]. LLRs are
 * ±`llrScale` of the run.
 * @param tells with an input `told` [frame] packed: positions of the word that both ends know.
 */
export function bobProgram(
  parameters: ReconciliationParameters,
  layout: BlockLayout,
  spec: DecoderSpec,
  limits: DeviceLimits,
  tells = false,
): Program {
  const { wordBits: N, keyBits } = layout;
  const decoding = blockDecodingProgram(parameters, layout, spec, limits, {
    dispatches: [
      forEach(N, "block-llr", { N, KEY_BITS: keyBits, TOLD: Number(tells) }, [
        ...["position_use", "block_bits", "sifted_bits", "told", "channel_llr"],
      ]),
    ],
    buffers: {
      sifted_bits: frameBuffer("u32", packedWords(keyBits)),
      told: tells ? frameBuffer("u32", packedWords(N)) : constantBuffer(Uint32Array.of(0)),
      difference: frameBuffer("u32", 1),
    },
  });
  const difference = forEach(1, "block-difference", { KEY_BITS: keyBits }, [
    "sifted_bits",
    "corrected_bits",
    "difference",
  ]);
  return { ...decoding, afterRounds: [...(decoding.afterRounds ?? []), difference] };
}

/**
 * Multidimensional reconciliation in eight dimensions, after A. Leverrier, R. Alléaume, J. Boutros, G. Zémor, P. Grangier,
 * "Multidimensional reconciliation for a continuous-variable quantum key distribution", Phys. Rev. A 77, 042325 (2008),
 * as the kernels block-rotation and rotated-llr compute it.
 *
 * Values y of the reference end and x of the decoding end are Gaussian, of mean 0 and variance 1, with correlation ρ.
 * For eight values y the reference end draws eight random bits u, a point s = ((−1)^u_i)/√8 of the unit sphere, and
 * publishes ‖y‖ and the coordinates α_i = (A_i·y/‖y‖, s) of s in the orthonormal basis A_i·y/‖y‖; the A_i are the left
 * multiplications by the units of the octonions: A_0 = 1; all other A_i are orthogonal, antisymmetric and
 * anticommuting. Then M = Σ α_i·A_i is orthogonal with M·y = ‖y‖·s. To the decoding end M·x is ρ·‖y‖·s and Gaussian
 * noise of variance 1 − ρ² in every component, so each bit has gone over a binary-input Gaussian channel of SNR·‖y‖²/8,
 * SNR = ρ²/(1 − ρ²): on average SNR; the spread of ‖y‖ costs little.
 *
 * α and ‖y‖ reveal nothing about u (ibid., section V): y/‖y‖ is uniform on the sphere and independent of ‖y‖; for each
 * s, α is an orthogonal transformation of y/‖y‖, since the A_iᵀ·s are orthonormal too, so α is uniform for each s. This
 * holds for y with a continuous density: see `ditherValues` for digitised data, and doc/design/reconciliation-files.md
 * for why no more than 16 bits of α are sent.
 */

/** 2·ρ/(√8·(1 − ρ²)): LLR per unit of ‖y‖·(M·x)_i. @throws InputError if the correlation is not above 0 and below 1. */
export function rotatedLlrScale(correlation: number): number {
  if (!(correlation > 0 && correlation < 1)) {
    throw new InputError(
      `correlation ${correlation}: it must be above 0 and below 1 (negate one end's values if it is negative)`,
    );
  }
  return (2 * correlation) / (Math.sqrt(OCTONION) * (1 - correlation) * (1 + correlation));
}

/**
 * Gaussian values of consecutive whole blocks, one for each bit of the key.
 * @example
 * const blocks: GaussianBlocks = { first: 0, count: 1, values: new Float32Array(96) };
 */
export interface GaussianBlocks extends BlockRange {
  /** [block][keyBits], of mean 0 and variance 1. */
  readonly values: Float32Array;
}

/**
 * The reference end's message to the decoding end about blocks, over a public channel that delivers it unchanged.
 * @example
 * const bytes = ({ rotations, syndromes, hashes }: ReferenceMessage) => rotations.length + syndromes.length + hashes.length;
 */
export interface ReferenceMessage extends AliceMessage {
  /**
   * [block][keyBits/8][20]: for each eight values, in little-endian bytes, α_0 … α_7 as 16-bit integers, 32767·α_i
   * rounded to the nearest, and ‖y‖ as f32.
   */
  readonly rotations: Uint8Array;
}

/** Bytes of the rotation of eight values. */
export const ROTATION_BYTES = 4 * ROTATION_WORDS;
/** Larger values are not normalised, and their squares might exceed f32; and the largest norm of eight such values. */
const VALUE_BOUND = 2 ** 20;
const NORM_BOUND = VALUE_BOUND * Math.sqrt(OCTONION);

/** The layout of blocks of Gaussian values: that of bits, whose positions of the key must be groups of eight. */
export function gaussianLayout(parameters: ReconciliationParameters): BlockLayout {
  const layout = blockLayout(parameters);
  const rest = layout.keyBits % OCTONION;
  if (rest === 0) return layout;
  throw new InputError(
    `${layout.keyBits} bits of the key in a block are not groups of ${OCTONION} values: shorten ${rest} positions more`,
  );
}

/** Bytes of the rotations of a block. */
export function rotationBytes(keyBits: number): number {
  return (keyBits / OCTONION) * ROTATION_BYTES;
}

/** Buffers of both ends: `values` [frame][keyBits] and `rotation` [frame][keyBits/8][5]. */
function rotationBuffers({ keyBits }: BlockLayout): Readonly<Record<"values" | "rotation", ProgramBuffer>> {
  return { values: frameBuffer("f32", keyBits), rotation: frameBuffer("u32", rotationBytes(keyBits) / 4) };
}

/** @throws InputError if the blocks are not 1 … `most` whole blocks of normalised values, naming the first invalid value. */
function requireValues(blocks: GaussianBlocks, { keyBits }: BlockLayout, most: number): void {
  requireCount(blocks, most);
  const { first, count, values } = blocks;
  if (values.length !== count * keyBits) {
    throw new InputError(`${values.length} values are not ${count} blocks of ${keyBits}`);
  }
  const bad = values.findIndex((value) => !(Math.abs(value) <= VALUE_BOUND));
  if (bad < 0) return;
  throw new InputError(
    `block ${first + Math.floor(bad / keyBits)}: value ${bad % keyBits} is ${values[bad]}: give finite values of variance 1`,
  );
}

/** @throws InputError unless the rotations belong to the blocks, naming the first group with an invalid norm. */
function requireRotations(rotations: Uint8Array, { first, count }: BlockRange, { keyBits }: BlockLayout): void {
  requireBytes(rotations, count, rotationBytes(keyBits), "rotations");
  const view = new DataView(rotations.buffer, rotations.byteOffset, rotations.length);
  const groups = keyBits / OCTONION;
  for (let group = 0; group < count * groups; group++) {
    const norm = view.getFloat32((group + 1) * ROTATION_BYTES - 4, true);
    if (norm >= 0 && norm <= NORM_BOUND) continue;
    const block = first + Math.floor(group / groups);
    throw new InputError(`block ${block}: group ${group % groups} has the norm ${norm}: the rotations are damaged`);
  }
}

/**
 * Adds secret triangular dither to values that come in steps, before the reference end rotates them. Without dither a
 * rotation of digitised values reveals its bits: an eavesdropper with ‖y‖ and α can rotate each of the 256 points of the
 * sphere back, and mostly only 16 of them, the right one among them, give eight whole numbers of steps
 * (test/reconciliation/core/multidimensional.test.ts). The sum of two uniform variables of one step's width each has zeros in
 * its spectrum at the lines of the steps: the dithered values have the density of the undithered values, linear between
 * the steps. Dither adds step²/6 to the variance.
 * @param values changed in place.
 * @param step of the digitiser, in the unit of the values.
 * @param fillSecret as `referenceEnd`'s.
 * @throws InputError if the step is not above 0.
 */
export function ditherValues(values: Float32Array, step: number, fillSecret: FillSecret = fillRandom): void {
  if (!(step > 0 && step < Number.POSITIVE_INFINITY)) throw new InputError(`step ${step}: it must be above 0`);
  const bytes = new Uint8Array(4 * values.length);
  fillSecret(bytes);
  const halves = new Uint16Array(bytes.buffer);
  for (let i = 0; i < values.length; i++) {
    // Within ±step, on a grid that is finer than the published rotation.
    values[i] += step * ((halves[2 * i] + halves[2 * i + 1] + 1) / 65536 - 1);
  }
}

/**
 * The reference end's results for its blocks of values.
 * @example
 * const key = ({ bits }: ReferenceBlocks) => bits;
 */
export interface ReferenceBlocks {
  /** For the decoding end, public. */
  readonly message: ReferenceMessage;
  /** [block][⌈keyBits/8⌉]: the future bits of the key, which must stay secret. */
  readonly bits: Uint8Array;
}

/**
 * The end whose data both ends agree on: Bob's, who measures, in reverse reconciliation.
 * @example
 * const end: ReferenceEnd = referenceEnd(engine, parameters);
 * end.release();
 */
export interface ReferenceEnd extends OpenEnd {
  /**
   * Draws random bits for blocks of values, and makes the message from which the other end finds them. Several calls
   * may be outstanding: they overlap if the device can.
   * @param blocks normalised values of whole blocks, and perhaps their private bits.
   * @throws InputError if the blocks are not 1 … blocksMaximum whole blocks of normalised values; DeviceLostError if
   * the device was lost.
   */
  encode(blocks: GaussianBlocks & Partial<PrivateBits>): Promise<ReferenceBlocks>;
}

/**
 * The reference end of multidimensional reconciliation. The bits of the key are random. The end
 * publishes the rotations that take its values to these bits, and the bits' syndromes and hashes. All of these are
 * public, but must reach the other end unchanged: send them over an authenticated channel. Digitised values (with a
 * step) first need `ditherValues`.
 * @param engine stays open when the end is released.
 * @param parameters code, positions, hash and salt, the same at both ends.
 * @param fillSecret fills bytes with random bits that nobody else knows; the platform's cryptographic generator if left
 * out.
 * @throws InputError as `gaussianLayout`, and if not even one block fits the engine's device.
 * @example
 * const { y } = correlatedValues(15, 7, { first: 0, count: 96 });
 * const end = referenceEnd(engine, parameters);
 * const { bits } = await end.encode({ first: 0, count: 1, values: Float32Array.from(y) });
 * end.release();
 * bits.length; // → 12
 */
export function referenceEnd(
  engine: Engine,
  parameters: ReconciliationParameters,
  fillSecret: FillSecret = fillRandom,
): ReferenceEnd {
  const layout = gaussianLayout(parameters);
  const program = referenceProgram(parameters, layout);
  const { end, encode } = encodingRuns(engine, parameters, layout, program, fillSecret);
  return {
    ...end,
    async encode(blocks) {
      requireValues(blocks, layout, end.blocksMaximum);
      const { first, count, values, privateBits } = blocks;
      const bits = new Uint8Array(count * layout.keyBytes);
      fillSecret(bits);
      const bytes = count * rotationBytes(layout.keyBits);
      const rotation = { buffer: "rotation", elements: bytes / 4 };
      const { message, outputs } = await encode({ first, count, bits, privateBits }, { values }, [rotation]);
      return { message: { ...message, rotations: bytesOf(outputs[0], bytes) }, bits };
    },
  };
}

/** `blockEncodingProgram` with an input `values` [frame][keyBits] and an output `rotation` [frame][keyBits/8][5]. */
export function referenceProgram(parameters: ReconciliationParameters, layout: BlockLayout): Program {
  const { keyBits: KEY_BITS } = layout;
  const buffers = ["sifted_bits", "values", "rotation"];
  const rotation = forEach(KEY_BITS / OCTONION, "block-rotation", { KEY_BITS }, buffers);
  return blockEncodingProgram(parameters, layout, { dispatches: [rotation], buffers: rotationBuffers(layout) });
}

/**
 * The end that decodes: Alice's, who prepares the states, in reverse reconciliation.
 * @example
 * const end: DecodingEnd = decodingEnd(engine, parameters, decoder, correlationOf(3));
 * end.release();
 */
export interface DecodingEnd extends OpenEnd {
  /** The decoder's choices for this device, in words. */
  readonly plan: readonly string[];
  /**
   * Finds the reference end's bits from values correlated with its own, and its message. Several calls may be
   * outstanding: they overlap if the device can.
   * @param blocks this end's normalised values of whole blocks.
   * @param message the reference end's syndromes, hashes and rotations of these blocks, in their order.
   * @throws InputError if the blocks are not 1 … blocksMaximum whole blocks of normalised values and their message;
   * DeviceLostError if the device was lost.
   */
  decode(blocks: GaussianBlocks, message: ReferenceMessage): Promise<DecodedBlocks>;
}

/**
 * The decoding end of multidimensional reconciliation. Its rotated values are LLRs of the reference end's bits.
 * They are decoded to the word that has the reference end's syndrome, and a block is verified if its
 * hash equals the reference end's. `decode` returns no bits of an unverified block.
 * @param engine stays open when the end is released.
 * @param parameters code, positions, hash and salt, the same at both ends.
 * @param spec a decoder of bits.
 * @param correlation ρ of the two ends' values, `correlationOf(snr)`.
 * @throws InputError as `gaussianLayout`, `rotatedLlrScale` and `decoderProgram`, for a decoder of symbols, and if not even one
 * block fits the engine's device.
 * @example
 * const { x, y } = correlatedValues(15, 7, { first: 0, count: 96 });
 * const values = { first: 0, count: 1 };
 * const reference = referenceEnd(engine, parameters);
 * const decoding = decodingEnd(engine, parameters, decoder, correlationOf(15));
 * const { message } = await reference.encode({ ...values, values: Float32Array.from(y) });
 * const { verified } = await decoding.decode({ ...values, values: Float32Array.from(x) }, message);
 * verified[0]; // → 1
 * reference.release();
 * decoding.release();
 */
export function decodingEnd(
  engine: Engine,
  parameters: ReconciliationParameters,
  spec: DecoderSpec,
  correlation: number,
): DecodingEnd {
  const scale = Math.fround(rotatedLlrScale(correlation) / ROTATION_ONE);
  const layout = gaussianLayout(parameters);
  const program = decodingProgram(parameters, layout, spec, engine.limits);
  const { end, decode } = decodingRuns(engine, layout, program, spec, scale);
  return {
    ...end,
    plan: program.plan,
    async decode(blocks, message) {
      requireValues(blocks, layout, end.blocksMaximum);
      requireRotations(message.rotations, blocks, layout);
      const blockBits = new Uint32Array(blocks.count).fill(layout.keyBits);
      const own = { block_bits: blockBits, rotation: wordsOf(message.rotations), values: blocks.values };
      return (await decode(blocks, message, own)).decoded;
    },
  };
}

/**
 * `blockDecodingProgram` with inputs `values` [frame][keyBits] and `rotation` [frame][keyBits/8][5], `llrScale` of the run in the unit of the
 * kernel rotated-llr.
 */
export function decodingProgram(
  parameters: ReconciliationParameters,
  layout: BlockLayout,
  spec: DecoderSpec,
  limits: DeviceLimits,
): Program {
  const { wordBits: N, keyBits: KEY_BITS } = layout;
  const buffers = ["position_use", "rotation", "values", "channel_llr"];
  const llr = forEach(N, "rotated-llr", { N, KEY_BITS }, buffers);
  const llrs = { dispatches: [llr], buffers: rotationBuffers(layout) };
  return blockDecodingProgram(parameters, layout, spec, limits, llrs);
}
