import type { Engine } from "../../engine/engine.ts";
import { blockEncodingProgram, encodedBlocks, encodingInputs, encodingOutputs } from "./block-encoding.ts";
import { blockEnd } from "./block-end.ts";
import type { AliceMessage, Blocks, PrivateBits } from "./blocks.ts";
import { type BlockLayout, blockLayout, type ReconciliationParameters } from "./parameters.ts";
import { type FillSecret, fillRandom } from "./secret-bits.ts";

/**
 * Alice's end.
 * @example
 * const end: Alice = alice(engine, parameters);
 * end.layout.keyBits; // → 96
 * end.release();
 */
export interface Alice {
  /** Most blocks that one call takes. */
  readonly blocksMaximum: number;
  /** Sizes of a block, and its leakage in bits. */
  readonly layout: BlockLayout;
  /**
   * Syndromes and hashes of blocks, with given private bits or else newly drawn ones. Several calls may be outstanding:
   * they overlap if the device can.
   * @param blocks key bits of whole blocks, and perhaps their private bits.
   * @throws InputError if the blocks are not 1 … blocksMaximum whole blocks, padded with zeros, with their private
   * bits; DeviceLostError if the device was lost.
   */
  encode(blocks: Blocks & Partial<PrivateBits>): Promise<AliceMessage>;
  /** Releases the buffers on the device. The engine stays open. */
  release(): void;
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
