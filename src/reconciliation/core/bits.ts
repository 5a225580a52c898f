import { frameBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { type DecoderSpec, type Engine, InputError } from "../../index.ts";
import type { DeviceLimits, Dispatch, Program } from "../../kernels.ts";
import {
  type AliceMessage,
  type Blocks,
  blockDecodingProgram,
  blockEncodingProgram,
  blockEnd,
  blockInputs,
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
  siftedBuffer,
  syndromeInputs,
} from "./blocks.ts";
import { type BlockLayout, blockLayout, type ReconciliationParameters } from "./layout.ts";

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
  const { blocksMaximum, run, release } = blockEnd(engine, blockEncodingProgram(parameters, layout));
  return {
    blocksMaximum,
    layout,
    async encode(blocks) {
      const { count } = blocks;
      const inputs = encodingInputs(blocks, parameters, layout, blocksMaximum, fillSecret);
      return encodedBlocks(await run(blocks, encodingOutputs(count, layout), inputs), count, layout);
    },
    release,
  };
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
export interface Bob extends PlannedEnd {
  /**
   * Corrects blocks by Alice's message about them. Several calls may be outstanding: they overlap if the device can.
   * @param blocks Bob's noisy key bits of whole blocks.
   * @param message Alice's syndromes and hashes of these blocks, in their order.
   * @throws InputError if the blocks are not 1 … blocksMaximum whole blocks and their message, padded with zeros;
   * DeviceLostError if the device was lost.
   */
  correct(blocks: Blocks, message: AliceMessage): Promise<CorrectedBlocks>;
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
  const program = bobProgram(parameters, layout, spec, engine.limits);
  const { blocksMaximum, run, release } = blockEnd(engine, program);
  const llr = Math.fround(Math.log((1 - qber) / qber));
  return {
    blocksMaximum,
    layout,
    plan: program.plan,
    async correct(blocks, message) {
      const { count } = blocks;
      const inputs = {
        ...blockInputs(blocks, layout, blocksMaximum),
        ...syndromeInputs(blocks, message, layout),
      };
      const outputs = [...decodingOutputs(count, layout, spec), { buffer: "difference", elements: count }];
      const result = await run(blocks, outputs, inputs, llr);
      const decoded = decodedBlocks(result, count, layout, spec, message.hashes);
      const difference = result.outputs[outputs.length - 1];
      const corrected = Uint32Array.from(decoded.verified, (verified, block) =>
        verified === 1 ? difference[block] : 0,
      );
      return { ...decoded, corrected };
    },
    release,
  };
}

/**
 * Bob's end as a program. Inputs: `block_bits` [frame], `sifted_bits` [frame] and `syndrome_bits` [frame] packed; LLRs are
 * ±`llrScale` of the run. Outputs: `corrected_bits` [frame] packed, `hash` [frame][8], `difference` [frame], `unsatisfied`
 * [iteration][frame].
 * @throws InputError as `decoderProgram`, and for a decoder of symbols.
 */
export function bobProgram(
  parameters: ReconciliationParameters,
  layout: BlockLayout,
  spec: DecoderSpec,
  limits: DeviceLimits,
): Program {
  const { wordBits, keyBits } = layout;
  const llr: Dispatch = {
    kernel: "reconciliation/block-llr",
    constants: { N: wordBits, KEY_BITS: keyBits },
    buffers: ["position_use", "block_bits", "sifted_bits", "channel_llr"],
    workgroups: Math.ceil(wordBits / WORKGROUP_SIZE),
  };
  const difference: Dispatch = {
    kernel: "reconciliation/block-difference",
    constants: { KEY_BITS: keyBits },
    buffers: ["sifted_bits", "corrected_bits", "difference"],
    workgroups: 1,
  };
  const decoding = blockDecodingProgram(parameters, layout, spec, limits, {
    stage: llr,
    buffers: { sifted_bits: siftedBuffer(layout) },
  });
  return {
    ...decoding,
    buffers: { ...decoding.buffers, difference: frameBuffer("u32", 1) },
    afterRounds: [...(decoding.afterRounds ?? []), difference],
  };
}
