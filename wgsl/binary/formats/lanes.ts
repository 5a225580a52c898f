import type { Part } from "../../../src/gpu/part.ts";

/** A number format of posteriors and messages: interleave numbers (lanes) to a 32-bit word. */
export interface Lanes extends Part {
  readonly interleave: 1 | 2 | 4;
}
