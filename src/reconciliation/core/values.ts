import { OCTONION, ROTATION_ONE, ROTATION_WORDS } from "../../../wgsl/reconciliation/octonion.ts";
import { frameBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { type DecoderSpec, type Engine, InputError } from "../../index.ts";
import type { DeviceLimits, Dispatch, Program, ProgramBuffer } from "../../kernels.ts";
import {
  type AliceMessage,
  type BlockRange,
  blockDecodingProgram,
  blockEncodingProgram,
  blockEnd,
  bytesOf,
  type DecodedBlocks,
  decodedBlocks,
  decodingOutputs,
  encodedBlocks,
  encodingInputs,
  encodingOutputs,
  type FillSecret,
  fillRandom,
  type OpenEnd,
  type PlannedEnd,
  type PrivateBits,
  requireBytes,
  requireCount,
  syndromeInputs,
  wordsOf,
} from "./blocks.ts";
import { type BlockLayout, blockLayout, type ReconciliationParameters } from "./layout.ts";

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
const ROTATION_BYTES = 4 * ROTATION_WORDS;
/** Larger values are not normalised, and their squares might exceed f32. */
const VALUE_BOUND = 2 ** 20;
/** Largest norm of eight such values. */
const NORM_BOUND = VALUE_BOUND * Math.sqrt(OCTONION);

/**
 * The layout of blocks of Gaussian values: that of bits, with a value for every bit of the key.
 * @throws InputError as `blockLayout`, and if the positions of the key are not groups of eight.
 */
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
  return {
    values: frameBuffer("f32", keyBits),
    rotation: frameBuffer("u32", (keyBits / OCTONION) * ROTATION_WORDS),
  };
}

/**
 * @throws InputError if the blocks are not 1 … `most` whole blocks of normalised values, naming the first invalid
 * value.
 */
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
 * (test/reconciliation/core/rotation-leak.test.ts). The sum of two uniform variables of one step's width each has zeros in
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
  const { blocksMaximum, run, release } = blockEnd(engine, referenceProgram(parameters, layout));
  const { keyBits, keyBytes } = layout;
  return {
    blocksMaximum,
    layout,
    async encode(blocks) {
      requireValues(blocks, layout, blocksMaximum);
      const { first, count, values, privateBits } = blocks;
      const bits = new Uint8Array(count * keyBytes);
      fillSecret(bits);
      const own = { first, count, bits, privateBits };
      const inputs = { ...encodingInputs(own, parameters, layout, blocksMaximum, fillSecret), values };
      const rotationsOutput = { buffer: "rotation", elements: (count * rotationBytes(keyBits)) / 4 };
      const result = await run(blocks, [...encodingOutputs(count, layout), rotationsOutput], inputs);
      const rotations = bytesOf(result.outputs[2], count * rotationBytes(keyBits));
      return { message: { ...encodedBlocks(result, count, layout), rotations }, bits };
    },
    release,
  };
}

/**
 * The reference end as a program: `blockEncodingProgram` with an input `values` [frame][keyBits] and an output `rotation`
 * [frame][keyBits/8][5].
 */
export function referenceProgram(parameters: ReconciliationParameters, layout: BlockLayout): Program {
  const { keyBits } = layout;
  const rotation: Dispatch = {
    kernel: "reconciliation/block-rotation",
    constants: { KEY_BITS: keyBits },
    buffers: ["sifted_bits", "values", "rotation"],
    workgroups: Math.ceil(keyBits / OCTONION / WORKGROUP_SIZE),
  };
  return blockEncodingProgram(parameters, layout, { dispatches: [rotation], buffers: rotationBuffers(layout) });
}

/**
 * The end that decodes: Alice's, who prepares the states, in reverse reconciliation.
 * @example
 * const end: DecodingEnd = decodingEnd(engine, parameters, decoder, correlationOf(3));
 * end.release();
 */
export interface DecodingEnd extends PlannedEnd {
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
  const { blocksMaximum, run, release } = blockEnd(engine, program);
  const { keyBits } = layout;
  return {
    blocksMaximum,
    layout,
    plan: program.plan,
    async decode(blocks, message) {
      requireValues(blocks, layout, blocksMaximum);
      const { count, values } = blocks;
      requireRotations(message.rotations, blocks, layout);
      const inputs = {
        ...syndromeInputs(blocks, message, layout),
        block_bits: new Uint32Array(count).fill(keyBits),
        rotation: wordsOf(message.rotations),
        values,
      };
      const result = await run(blocks, decodingOutputs(count, layout, spec), inputs, scale);
      return decodedBlocks(result, count, layout, spec, message.hashes);
    },
    release,
  };
}

/**
 * The decoding end as a program: `blockDecodingProgram` with inputs `values` [frame][keyBits] and `rotation`
 * [frame][keyBits/8][5], `llrScale` of the run in the unit of the kernel rotated-llr.
 * @throws InputError as `blockDecodingProgram`.
 */
export function decodingProgram(
  parameters: ReconciliationParameters,
  layout: BlockLayout,
  spec: DecoderSpec,
  limits: DeviceLimits,
): Program {
  const { wordBits, keyBits } = layout;
  const llr: Dispatch = {
    kernel: "reconciliation/rotated-llr",
    constants: { N: wordBits, KEY_BITS: keyBits },
    buffers: ["position_use", "rotation", "values", "channel_llr"],
    workgroups: Math.ceil(wordBits / WORKGROUP_SIZE),
  };
  const llrs = { stage: llr, buffers: rotationBuffers(layout) };
  return blockDecodingProgram(parameters, layout, spec, limits, llrs);
}
