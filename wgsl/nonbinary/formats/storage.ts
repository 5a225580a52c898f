import type { Part } from "../../../src/gpu/part.ts";

/** Storage of the numbers of a vector over GF(q). */
export interface SymbolStorage extends Part {
  /** Number of neighbouring symbols of one frame in a word. */
  readonly symbolsPerWord: 1 | 2;
  /** Number of frames in a word. */
  readonly interleave: 1 | 2;
  /** The storage in its place on a CPU: the same numbers in words of another form. */
  readonly onCpu?: SymbolStorage;
}
