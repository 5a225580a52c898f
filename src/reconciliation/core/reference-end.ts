import { OCTONION } from "../../../wgsl/reconciliation/octonion.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Dispatch, Program } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { blockEncodingProgram, encodedBlocks, encodingInputs, encodingOutputs } from "./block-encoding.ts";
import { blockEnd } from "./block-end.ts";
import { bytesOf } from "./block-input.ts";
import type { PrivateBits } from "./blocks.ts";
import {
  type GaussianBlocks,
  gaussianLayout,
  type ReferenceMessage,
  requireValues,
  rotationBuffers,
  rotationBytes,
} from "./gaussian-blocks.ts";
import type { BlockLayout, ReconciliationParameters } from "./parameters.ts";
import { type FillSecret, fillRandom } from "./secret-bits.ts";

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
export interface ReferenceEnd {
  /** Most blocks that one call takes. */
  readonly blocksMaximum: number;
  /** Sizes of a block, and its leakage in bits. */
  readonly layout: BlockLayout;
  /**
   * Draws random bits for blocks of values, and makes the message from which the other end finds them. Several calls
   * may be outstanding: they overlap if the device can.
   * @param blocks normalised values of whole blocks, and perhaps their private bits.
   * @throws InputError if the blocks are not 1 … blocksMaximum whole blocks of normalised values; DeviceLostError if
   * the device was lost.
   */
  encode(blocks: GaussianBlocks & Partial<PrivateBits>): Promise<ReferenceBlocks>;
  /** Releases the buffers on the device. The engine stays open. */
  release(): void;
}

/**
 * The reference end of multidimensional reconciliation (`rotationOf`). The bits of the key are random. The end
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
