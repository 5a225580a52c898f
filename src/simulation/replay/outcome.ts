import { syndrome } from "../../code/encoder.ts";
import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";

/** How a decoder ends on a frame. */
export interface FrameOutcome {
  /** Number of the frame in its task. */
  readonly frame: number;
  readonly iterations: number;
  /** Sent plus decided symbol, [N]: zero where the decision is right. */
  readonly errors: Uint8Array;
  /** 1 for each check that the decision does not satisfy, [M]. */
  readonly unsatisfied: Uint8Array;
  /** Wrong variables: the a of a trapping set (a, b). */
  readonly a: number;
  /** Unsatisfied checks: the b. With a > 0 and b = 0 the decision is another codeword. */
  readonly b: number;
}

/**
 * The outcome of a decision.
 * @param sent [N], also of a word with a syndrome of its own: the checks of the errors are unsatisfied.
 * @param decision [N].
 */
export function frameOutcome(
  matrix: ParityCheckMatrix,
  { frame, iterations }: Pick<FrameOutcome, "frame" | "iterations">,
  sent: Uint32Array,
  decision: Uint32Array,
): FrameOutcome {
  const errors = Uint8Array.from(sent, (symbol, n) => symbol ^ decision[n]);
  const unsatisfied = syndrome(matrix, errors).map((sum) => (sum === 0 ? 0 : 1));
  return { frame, iterations, errors, unsatisfied, a: nonzero(errors), b: nonzero(unsatisfied) };
}

function nonzero(values: Uint8Array): number {
  return values.reduce((sum, value) => sum + (value === 0 ? 0 : 1), 0);
}

/** The failed frames that end with a wrong variables and b unsatisfied checks. */
export interface TrappedFrames {
  readonly a: number;
  readonly b: number;
  readonly frames: number;
  /** Number of the first such frame. */
  readonly example: number;
}

/** A histogram of (a, b) over the failed frames, from few to many wrong variables. */
export function trappedFrames(outcomes: readonly Pick<FrameOutcome, "frame" | "a" | "b">[]): TrappedFrames[] {
  const sets = new Map<string, TrappedFrames>();
  for (const { frame, a, b } of outcomes) {
    if (a === 0) continue;
    const known = sets.get(`${a} ${b}`);
    sets.set(`${a} ${b}`, known ? { ...known, frames: known.frames + 1 } : { a, b, frames: 1, example: frame });
  }
  return [...sets.values()].sort((x, y) => x.a - y.a || x.b - y.b);
}
