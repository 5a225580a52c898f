import type { Part } from "../../../src/gpu/part.ts";
import type { StepBounds } from "./steps/step-bounds.ts";

/** A number format of posteriors and messages with `interleave` numbers (lanes) in a 32-bit word. */
export interface Lanes extends Part {
  readonly interleave: 1 | 2 | 4;
  /** The steps that numbers count, unless numbers are LLRs or an option says the step. */
  readonly steps?: StepBounds;
  /** Whether the top bit of a number is its sign, and the others its magnitude. */
  readonly hasSignBit?: true;
  /** The format in its place on a CPU: the same numbers in words of another form. */
  readonly onCpu?: Lanes;
}

/** A number format that counts whole steps. */
export interface StepLanes extends Lanes {
  readonly steps: StepBounds;
}
