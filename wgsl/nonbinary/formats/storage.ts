import type { Part } from "../../../src/gpu/part.ts";

/** Forms of numbers in memory as wgsl/nonbinary/nodes/numbers.wgsl counts them. */
export const NUMBER_FORMS = { f32: 0, bf16: 1, f16: 2, units: 3, shorts: 4 } as const;

/** Bounds of a format of whole numbers, in steps. The domain nonbinary/domains/steps cuts numbers at them. */
export interface StepNumbers {
  /** Steps in an LLR of 1. */
  readonly perLlr: number;
  /** Largest message. */
  readonly message: number;
  /** Largest channel value that was received, and the channel value of the other symbols where a symbol is known. */
  readonly channel: number;
  readonly certain: number;
  /** Largest input of a check in a layered decoder, which makes posteriors of it. */
  readonly input: number;
  /** Largest sum. */
  readonly sum: number;
}

/** Storage of the numbers of a vector over GF(q). */
export interface SymbolStorage extends Part {
  /** Number of neighbouring symbols of one frame in a word. */
  readonly symbolsPerWord: 1 | 2;
  /** Number of frames in a word. */
  readonly interleave: 1 | 2;
  /** Form of a layered decoder's posteriors. */
  readonly beliefs: Part;
  /** Form of messages in wgsl/nonbinary/nodes/numbers.wgsl; posteriors of one frame in a word are f32. */
  readonly numbers: keyof typeof NUMBER_FORMS;
  /** For whole numbers of steps. */
  readonly steps?: StepNumbers;
  /** The storage in its place on a CPU: the same numbers in words of another form. */
  readonly onCpu?: SymbolStorage;
}
