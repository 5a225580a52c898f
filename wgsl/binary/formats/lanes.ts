import type { Part } from "../../../src/gpu/part.ts";

/** A number format of posteriors and messages with `interleave` numbers (lanes) in a 32-bit word. */
export interface Lanes extends Part {
  readonly interleave: 1 | 2 | 4;
  /** Steps per unit of LLR, where a number is not an LLR and no option says how many. */
  readonly stepsPerLlr?: number;
  /** The format in its place on a CPU: the same numbers in words of another form. */
  readonly onCpu?: Lanes;
}
