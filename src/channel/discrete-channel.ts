import { ALIAS_CELLS } from "./alias-table.ts";

/** Middle cell of the 4096: noise 0. */
export const NOISE_ORIGIN = ALIAS_CELLS / 2;

/**
 * A binary-input channel with the same noise for both inputs, its output an integer in grid steps: with `cell` drawn from
 * the alias table, +1 gives v = amplitude + cell − 2048 and −1 gives −v. All that the kernels `sample` and `symbol-llr`
 * know of a channel.
 */
export interface DiscreteChannel {
  /** The signal ±1 in grid steps, an integer. */
  readonly amplitude: number;
  /** LLR ln P(0)/P(1) of an output v is v · llrScale (an f32 number). */
  readonly llrScale: number;
  /** Alias table of the noise cells. */
  readonly noise: Uint32Array;
}
