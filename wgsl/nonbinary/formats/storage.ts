import type { Part } from "../../../src/gpu/part.ts";

/** How the numbers of a vector over GF(q) lie in memory. */
export interface SymbolStorage extends Part {
  /** Symbols of one frame in a word, which are neighbours. */
  readonly symbolsPerWord: 1 | 2;
  /** Frames in a word. */
  readonly interleave: 1 | 2;
}
