import { OCTONION, ROTATION_WORDS } from "../../../wgsl/reconciliation/octonion.ts";
import { InputError } from "../../errors.ts";
import { frameBuffer, type ProgramBuffer } from "../../gpu/program.ts";
import { requireBytes, requireCount } from "./block-input.ts";
import type { AliceMessage, BlockRange } from "./blocks.ts";
import { type BlockLayout, blockLayout, type ReconciliationParameters } from "./parameters.ts";

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
export function rotationBuffers({ keyBits }: BlockLayout): Readonly<Record<"values" | "rotation", ProgramBuffer>> {
  return {
    values: frameBuffer("f32", keyBits),
    rotation: frameBuffer("u32", (keyBits / OCTONION) * ROTATION_WORDS),
  };
}

/**
 * @throws InputError if the blocks are not 1 … `most` whole blocks of normalised values, naming the first invalid
 * value.
 */
export function requireValues(blocks: GaussianBlocks, { keyBits }: BlockLayout, most: number): void {
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
export function requireRotations(rotations: Uint8Array, { first, count }: BlockRange, { keyBits }: BlockLayout): void {
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
