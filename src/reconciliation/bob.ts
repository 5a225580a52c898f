import { decoderProgram } from "../decoder/decoder.ts";
import { constantBuffer, type DeviceLimits, frameBuffer, type Program, type Stage } from "../decoder/program.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { progress } from "../engine/decode.ts";
import type { Engine } from "../engine/engine.ts";
import { growingProgram } from "../engine/growing-program.ts";
import { InputError } from "../errors.ts";
import { HASH_WORDS } from "../kernel/block-hash.ts";
import { packedWords } from "../kernel/packed-bits.ts";
import { GROUP } from "../kernel/range.ts";
import {
  blockBuffers,
  blockInputs,
  blockRun,
  bytesOf,
  hashStage,
  requireBytes,
  requirePadding,
  truncatedHashes,
  wordsOf,
} from "./block-input.ts";
import type { AliceMessage, Blocks } from "./blocks.ts";
import { type BlockLayout, blockLayout, type ReconciliationParameters } from "./parameters.ts";

/** What became of Bob's blocks. */
export interface CorrectedBlocks {
  /** [block][⌈keyBits/8⌉]: Alice's bits where verified, all zero where not. */
  readonly bits: Uint8Array;
  /** 1 where the decoder converged and the hash is Alice's. */
  readonly verified: Uint8Array;
  /** 1 where the decision has Alice's syndrome. */
  readonly converged: Uint8Array;
  readonly iterations: Uint32Array;
  /** Bits of verified blocks in which Bob's differed, 0 of others. */
  readonly corrected: Uint32Array;
  /** Seconds on the device. */
  readonly seconds: number;
}

/** Bob's end. */
export interface Bob {
  /** Most blocks that one call takes. */
  readonly blocksMaximum: number;
  readonly layout: BlockLayout;
  /** What the decoder chose for this device, in words. */
  readonly plan: readonly string[];
  /**
   * Corrects blocks from Alice's message of them. Several calls may be outstanding: they overlap where the device can.
   * @throws InputError if these are not 1 … blocksMaximum whole blocks and their message, padded with zeros;
   * DeviceLostError if the device went away.
   */
  correct(blocks: Blocks, message: AliceMessage): Promise<CorrectedBlocks>;
  release(): void;
}

/**
 * Bob's end of syndrome reconciliation: his copy of every block is decoded to the word that has Alice's syndrome, and is
 * good if its hash is hers. What is not verified does not leave `correct`.
 * @param spec a decoder of bits.
 * @param qber the quantum bit error rate as estimated, which makes the LLRs ±ln((1 − QBER)/QBER).
 * @throws InputError as `blockLayout` and `decoderProgram`, for a decoder of symbols, for a QBER that is not above 0 and
 * below 1/2, and if not even one block fits the engine's device.
 */
export function bob(engine: Engine, parameters: ReconciliationParameters, spec: DecoderSpec, qber: number): Bob {
  if (!(qber > 0 && qber < 0.5)) throw new InputError(`QBER ${qber}: it must be above 0 and below 0.5`);
  const layout = blockLayout(parameters);
  const program = bobProgram(parameters, layout, spec, engine.limits);
  const blocksMaximum = engine.framesMaximum(program);
  const growing = growingProgram(engine, program);
  const llr = Math.fround(Math.log((1 - qber) / qber));
  const { keyBytes, syndromeBytes, hashBytes, checks } = layout;
  const outputs = (count: number) => [
    { buffer: "corrected_bits", elements: Math.ceil((count * keyBytes) / 4) },
    { buffer: "hash", elements: count * HASH_WORDS },
    { buffer: "difference", elements: count },
    { buffer: "unsatisfied", elements: count * spec.iterations },
  ];
  return {
    blocksMaximum,
    layout,
    plan: program.plan,
    async correct(blocks, { syndromes, hashes }) {
      const { first, count } = blocks;
      const inputs = blockInputs(blocks, layout, blocksMaximum);
      requireBytes(syndromes, count, syndromeBytes, "syndromes");
      requirePadding(syndromes, first, count, syndromeBytes, checks, "syndrome");
      requireBytes(hashes, count, hashBytes, "hashes");
      const slots = await growing.withSlots(count);
      const result = await slots.run(blockRun(blocks, llr), outputs(count), {
        ...inputs,
        syndrome_bits: wordsOf(syndromes),
      });
      const [words, digests, difference, unsatisfied] = result.outputs;
      const bits = bytesOf(words, count * keyBytes);
      const { iterations, converged } = progress(unsatisfied, count, spec);
      const own = truncatedHashes(digests, count, layout);
      const verified = new Uint8Array(count);
      const corrected = new Uint32Array(count);
      for (let block = 0; block < count; block++) {
        if (converged[block] === 1 && sameBytes(own, hashes, block * hashBytes, hashBytes)) {
          verified[block] = 1;
          corrected[block] = difference[block];
        } else {
          bits.fill(0, block * keyBytes, (block + 1) * keyBytes);
        }
      }
      return { bits, verified, converged, iterations, corrected, seconds: result.seconds };
    },
    release: () => growing.release(),
  };
}

/**
 * Bob's end as a program. Inputs: `block_bits` [frame], `sifted_bits` [frame] and `syndrome_bits` [frame] packed; LLRs are
 * ±`llrScale` of the run. Outputs: `corrected_bits` [frame] packed, `hash` [frame][8], `difference` [frame], `unsatisfied`
 * [iteration][frame].
 * @throws InputError as `decoderProgram`, and for a decoder of symbols.
 */
export function bobProgram(
  { code, salt }: ReconciliationParameters,
  layout: BlockLayout,
  spec: DecoderSpec,
  limits: DeviceLimits,
): Program {
  const { wordBits, checks, keyBits, keyPositions } = layout;
  const decoder = decoderProgram(code, spec, limits, { syndrome: true });
  if (decoder.input !== "bit") {
    throw new InputError(
      `${spec.rule} is a decoder of symbols: reconciliation takes one of bits, sum-product for example`,
    );
  }
  const llr: Stage = {
    kernel: "block-llr",
    constants: { N: wordBits, KEY_BITS: keyBits },
    buffers: ["position_use", "block_bits", "sifted_bits", "channel_llr"],
    groups: Math.ceil(wordBits / GROUP),
  };
  const unpack: Stage = {
    kernel: "unpack-bits",
    constants: { LENGTH: checks },
    buffers: ["syndrome_bits", "syndrome"],
    groups: Math.ceil(checks / GROUP),
  };
  const pack: Stage = {
    kernel: "pack-bits",
    constants: { LENGTH: keyBits, WIDTH: wordBits, SELECT: 1 },
    buffers: ["key_position", "block_bits", "decision", "corrected_bits"],
    groups: Math.ceil(packedWords(keyBits) / GROUP),
  };
  const difference: Stage = {
    kernel: "block-difference",
    constants: { KEY_BITS: keyBits },
    buffers: ["sifted_bits", "corrected_bits", "difference"],
    groups: 1,
  };
  return {
    ...decoder,
    buffers: {
      ...decoder.buffers,
      ...blockBuffers(layout, salt),
      syndrome_bits: frameBuffer("u32", packedWords(checks)),
      key_position: constantBuffer(keyPositions),
      corrected_bits: frameBuffer("u32", packedWords(keyBits)),
      difference: frameBuffer("u32", 1),
    },
    start: [llr, unpack, ...decoder.start],
    finish: [...decoder.finish, pack, hashStage(layout, "corrected_bits"), difference],
  };
}

function sameBytes(a: Uint8Array, b: Uint8Array, from: number, length: number): boolean {
  for (let i = from; i < from + length; i++) if (a[i] !== b[i]) return false;
  return true;
}
