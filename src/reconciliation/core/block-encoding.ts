import { HASH_WORDS } from "../../../wgsl/reconciliation/block-hash.ts";
import { packedBytes, packedWords } from "../../../wgsl/reconciliation/packed-bits.ts";
import type { Readback, RunInputs, RunResult } from "../../engine/engine.ts";
import { constantBuffer, type Dispatch, frameBuffer, type Program, type ProgramBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { wordSyndrome } from "../../source/word-source.ts";
import {
  blockBuffers,
  blockInputs,
  bytesOf,
  hashStage,
  requireBytes,
  siftedBuffer,
  truncatedHashes,
  wordsOf,
} from "./block-input.ts";
import type { AliceMessage, Blocks, PrivateBits } from "./blocks.ts";
import type { BlockLayout, ReconciliationParameters } from "./parameters.ts";
import type { FillSecret } from "./secret-bits.ts";

/** An end's own work on its blocks besides syndromes and hashes. */
export interface EncodingExtras {
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
