import type { KernelConstants, KernelVariant } from "../gpu/kernel.ts";
import type { Program } from "../gpu/program.ts";

/**
 * A decoder as a program. Inputs: `channel_llr` f32, and `syndrome` [frame][M] u32 if it was asked for. Outputs:
 * `decision` [frame][N] u32 and `unsatisfied` [iteration][frame] u32, 1 where the decision after that iteration fails a
 * check (of a program without early termination the last iteration alone counts). A program with `lanes` has other ones in the place of all
 * but `unsatisfied`.
 */
export interface DecoderProgram extends Program {
  /**
   * What `channel_llr` holds: `symbol` [frame][N][q], L(a) = ln P(s)/P(a) ≥ 0; `bit` [frame][N], ln P(0)/P(1). Natural
   * logarithms.
   */
  readonly input: "bit" | "symbol";
  /** What an iteration does to one frame by the model; bench compares. */
  readonly traffic: DecoderTraffic;
  /** Where bits go in and out in the place of `channel_llr` and `decision`, of a program that was asked for it and can. */
  readonly lanes?: DecoderLanes;
}

/**
 * How a binary decoder holds bits, for those who write its channel words and read its decisions themselves: `channel` u32 [word][N] and,
 * with `copy`, `posteriors` the same; with a syndrome `check_signs` [word][check], the sign bits of checks in the order of `row` (row
 * of H). Decisions are the signs of `posteriors`. Variable v is code symbol `symbol[v]`.
 */
export interface DecoderLanes {
  /** The number format: `#import <lanes>`. */
  readonly variant: KernelVariant;
  /** Constants of the number format, and FRAME_INTERLEAVED. */
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
   * kernel works on read or written once, index tables (shared by all frames) and what happens once per frame left out.
   */
  readonly bytesPerIteration: number;
}
