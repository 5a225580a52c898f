import type { KernelConstants } from "../gpu/kernel.ts";
import type { KernelVariant } from "../gpu/part.ts";
import type { Program } from "../gpu/program.ts";

/**
 * A decoder as a program. Inputs: `channel_llr` f32, and `syndrome` [frame][M] u32 if the request has a syndrome.
 * Outputs: `decision` [frame][N] u32 and `unsatisfied` [iteration][frame] u32, 1 where the decision after that
 * iteration fails a check (without early termination only the last iteration's values are valid); and if the request has
 * `soft`, `soft` f32: the posteriors behind the decisions, in the form of `input`. A program with
 * `lanes` replaces all of these but `unsatisfied` by its own buffers.
 * @example
 * const { input, repeats }: DecoderProgram = decoderProgram(code, decoder, engine.limits);
 */
export interface DecoderProgram extends Program {
  /**
   * Content of `channel_llr`: `symbol` [frame][N][q], L(a) = ln P(s)/P(a) ≥ 0; `bit` [frame][N], ln P(0)/P(1). Natural
   * logarithms.
   */
  readonly input: "bit" | "symbol";
  /** The largest median of a frame's LLRs that the decoder takes as it comes: receivers scale other frames. */
  readonly llrWidest?: number;
  /** Symbol of each element of `model_priors`, for a decoder of error models that has them in another order. */
  readonly priorOf?: Uint32Array;
  /** Modelled work of an iteration on one frame, which bench compares with the measured time. */
  readonly traffic: DecoderTraffic;
  /**
   * The buffers that replace `channel_llr` and `decision`, if the request has `lanes` and the decoder has such a form.
   */
  readonly lanes?: DecoderLanes;
}

/**
 * A binary decoder's own form of bits, for callers that write its channel words and read its decisions: `channel` u32
 * [word][N] and, with `copy`, `posteriors` the same; with a syndrome `check_signs` [word][check], the sign bits of
 * checks in the order of `row` (row of H). Decisions are the signs of `posteriors` (wgsl/common/decided). Variable v is code symbol
 * `symbol[v]`.
 */
export interface DecoderLanes {
  /** The number format: `#import <lanes>`. */
  readonly variant: KernelVariant;
  /** Constants of the number format, FRAME_INTERLEAVED, and PACKED_SIGNS: the lifting size if `posteriors` has signs alone, else 0. */
  readonly constants: KernelConstants;
  /** Frames of a word. */
  readonly interleave: number;
  /** Whether the word is the last dimension: [N][word]. */
  readonly frameInterleaved: boolean;
  /** Whether posteriors begin as the channel's words. */
  readonly copy: boolean;
  /** Code symbol of each variable. */
  readonly symbol: Uint32Array;
}

/** LLRs of one symbol in `channel_llr`. */
export function inputWidth(input: DecoderProgram["input"], q: number): number {
  return input === "bit" ? 1 : q;
}

/** Model of a decoder's work. */
export interface DecoderTraffic {
  /** Edges of the Tanner graph that messages are updated on. */
  readonly edges: number;
  /**
   * Bytes between device memory and processors, per frame and iteration: every message, posterior and channel LLR that a
   * kernel reads or writes, counted once each, without index tables (shared by all frames) and transfers that happen
   * once per frame.
   */
  readonly bytesPerIteration: number;
}
