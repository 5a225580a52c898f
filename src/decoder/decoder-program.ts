import type { Program } from "../gpu/program.ts";

/**
 * A decoder as a program. Inputs: `channel_llr` f32, and `syndrome` [frame][M] u32 if it was asked for. Outputs:
 * `decision` [frame][N] u32 and `unsatisfied` [iteration][frame] u32, 1 where the decision after that iteration fails a
 * check (of a program without early termination the last iteration alone counts).
 */
export interface DecoderProgram extends Program {
  /**
   * What `channel_llr` holds: `symbol` [frame][N][q], L(a) = ln P(s)/P(a) ≥ 0; `bit` [frame][N], ln P(0)/P(1). Natural
   * logarithms.
   */
  readonly input: "bit" | "symbol";
  /** What an iteration does to one frame by the model; bench compares. */
  readonly traffic: DecoderTraffic;
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
