import { HASH_WORDS } from "../../wgsl/reconciliation/block-hash.ts";
import { packedBytes, packedWords } from "../../wgsl/reconciliation/packed-bits.ts";
import type { Engine, Readback, RunInputs, RunResult } from "../engine/engine.ts";
import { defaultFrames } from "../engine/frame-slots.ts";
import { growingProgram } from "../engine/growing-program.ts";
import { constantBuffer, type Dispatch, frameBuffer, type Program } from "../gpu/program.ts";
import { WORKGROUP_SIZE } from "../gpu/workgroup.ts";
import { wordSyndrome } from "../source/word-source.ts";
import {
  blockBuffers,
  blockInputs,
  blockRun,
  bytesOf,
  hashStage,
  requireBytes,
  siftedBuffer,
  truncatedHashes,
  wordsOf,
} from "./block-input.ts";
import type { AliceMessage, Blocks, PrivateBits } from "./blocks.ts";
import { type BlockLayout, blockLayout, type ReconciliationParameters } from "./parameters.ts";
import { type FillSecret, fillRandom } from "./secret-bits.ts";

/** Alice's end. */
export interface Alice {
  /** Most blocks that one call takes. */
  readonly blocksMaximum: number;
  readonly layout: BlockLayout;
  /**
   * Syndromes and hashes of blocks, with private bits that are drawn here if they are not given. Several calls may be outstanding: they overlap where the device can.
   * @throws InputError if these are not 1 … blocksMaximum whole blocks, padded with zeros, with their private bits; DeviceLostError if the device
   * went away.
   */
  encode(blocks: Blocks & Partial<PrivateBits>): Promise<AliceMessage>;
  release(): void;
}

/**
 * Alice's end of syndrome reconciliation: of every block H·word, and a hash to verify by. Both may be read by anyone, but
 * must reach Bob as they are: send them over an authenticated channel.
 * @param fillSecret fills bytes with random bits, which nobody else may know, for the punctured positions; the platform's
 * cryptographic generator if left out.
 * @throws InputError as `blockLayout`, and if not even one block fits the engine's device.
 */
export function alice(
  engine: Engine,
  parameters: ReconciliationParameters,
  fillSecret: FillSecret = fillRandom,
): Alice {
  const layout = blockLayout(parameters);
  const program = aliceProgram(parameters, layout);
  const blocksMaximum = defaultFrames(engine, program);
  const growing = growingProgram(engine, program);
  return {
    blocksMaximum,
    layout,
    async encode(blocks) {
      const { count } = blocks;
      const inputs = aliceInputs(blocks, parameters, layout, blocksMaximum, fillSecret);
      const slots = await growing.withSlots(count);
      return aliceMessage(await slots.run(blockRun(blocks), aliceOutputs(count, layout), inputs), count, layout);
    },
    release: () => growing.release(),
  };
}

/** Inputs of a run of Alice's program. @throws InputError as `blockInputs`, and for private bits that are not of the blocks. */
export function aliceInputs(
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

/** Private bits of blocks, [block][⌈p/8⌉], drawn. */
export function drawPrivateBits(count: number, punctured: number, fillSecret: FillSecret): Uint8Array {
  const secret = new Uint8Array(count * packedBytes(punctured));
  fillSecret(secret);
  return secret;
}

/** What `aliceMessage` asks of a run, in its order. */
export function aliceOutputs(count: number, { syndromeBytes }: BlockLayout): Readback[] {
  return [
    { buffer: "syndrome_bits", elements: Math.ceil((count * syndromeBytes) / 4) },
    { buffer: "hash", elements: count * HASH_WORDS },
  ];
}

/** Syndromes and hashes. @param result of a run with `aliceOutputs` first. */
export function aliceMessage({ outputs }: RunResult, count: number, layout: BlockLayout): AliceMessage {
  const [syndromes, digests] = outputs;
  return {
    syndromes: bytesOf(syndromes, count * layout.syndromeBytes),
    hashes: truncatedHashes(digests, count, layout),
  };
}

/**
 * Alice's end as a program. Inputs: `block_bits` [frame], `sifted_bits` [frame] packed, `private_bits` [frame] packed if
 * positions are punctured. Outputs: `syndrome_bits` [frame] packed, `hash` [frame][8].
 */
export function aliceProgram({ code, punctured, salt }: ReconciliationParameters, layout: BlockLayout): Program {
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
    },
    start: [word, ...syndrome.dispatches, pack, hashStage(layout, "sifted_bits")],
    iterate: [],
    repeats: 0,
    afterIterations: [],
    secret: true,
    plan: [],
  };
}
