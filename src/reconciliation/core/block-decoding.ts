import { HASH_WORDS } from "../../../wgsl/reconciliation/block-hash.ts";
import { packedWords } from "../../../wgsl/reconciliation/packed-bits.ts";
import { decoderProgram } from "../../decoder/decoder.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { progress } from "../../engine/decode.ts";
import type { Readback, RunInputs, RunResult } from "../../engine/engine.ts";
import { InputError } from "../../errors.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type Program,
  type ProgramBuffer,
} from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import {
  blockBuffers,
  bytesOf,
  hashStage,
  requireBytes,
  requirePadding,
  truncatedHashes,
  wordsOf,
} from "./block-input.ts";
import type { AliceMessage, BlockRange } from "./blocks.ts";
import type { BlockLayout, ReconciliationParameters } from "./parameters.ts";

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
export interface LlrSource {
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
