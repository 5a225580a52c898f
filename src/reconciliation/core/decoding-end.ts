import { ROTATION_ONE } from "../../../wgsl/reconciliation/octonion.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import type { Engine } from "../../engine/engine.ts";
import type { DeviceLimits, Dispatch, Program } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import {
  blockDecodingProgram,
  type DecodedBlocks,
  decodedBlocks,
  decodingOutputs,
  syndromeInputs,
} from "./block-decoding.ts";
import { blockEnd } from "./block-end.ts";
import { wordsOf } from "./block-input.ts";
import {
  type GaussianBlocks,
  gaussianLayout,
  type ReferenceMessage,
  requireRotations,
  requireValues,
  rotationBuffers,
} from "./gaussian-blocks.ts";
import { rotatedLlrScale } from "./multidimensional.ts";
import type { BlockLayout, ReconciliationParameters } from "./parameters.ts";

/**
 * The end that decodes: Alice's, who prepares the states, in reverse reconciliation.
 * @example
 * const end: DecodingEnd = decodingEnd(engine, parameters, decoder, correlationOf(3));
 * end.release();
 */
export interface DecodingEnd {
  /** Most blocks that one call takes. */
  readonly blocksMaximum: number;
  /** Sizes of a block, and its leakage in bits. */
  readonly layout: BlockLayout;
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
  /** Releases the buffers on the device. The engine stays open. */
  release(): void;
}

/**
 * The decoding end of multidimensional reconciliation. Its rotated values are LLRs of the reference end's bits
 * (`rotatedLlrs`). They are decoded to the word that has the reference end's syndrome, and a block is verified if its
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
