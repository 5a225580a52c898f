import { ALIAS_CELLS } from "./alias-table.ts";
import type { Modulated } from "./modulation/modulated.ts";

/** Middle cell of the 4096: noise 0. */
export const NOISE_ORIGIN = ALIAS_CELLS / 2;

/** LLR of a symbol that was received without doubt: the bound of all messages (wgsl/common/bound). */
export const CERTAIN_LLR = 2 ** 20;

/**
 * The unit sent over a channel: the bits of the symbols one after the other, whole symbols of GF(q), points of a constellation, or the
 * inputs of a table, which are bits or symbols. The mechanisms of an error model occur without anything being sent.
 */
export type ChannelAlphabet = ChannelUse["alphabet"];

/** What becomes of points before the noise, by a part of WGSL. */
export interface PointSampler {
  /** Name of a WGSL file with `fn sent_coordinate(slot: u32, place: u32, d: u32) -> i32`, as wgsl/channel/points/sent. */
  readonly part: string;
  /** Constants of the part, whole numbers from 0. */
  readonly constants: Readonly<Record<string, number>>;
  /** The largest factor by which a coordinate grows. */
  readonly growth: number;
}

/** A use of a channel: its alphabet, with the modulation of points and the size of tables. Programs of a simulation follow from it alone. */
export type ChannelUse =
  | { readonly alphabet: "bit" | "symbol" | "mechanism" }
  | { readonly alphabet: "point"; readonly modulated: Modulated; readonly sampler?: PointSampler }
  | { readonly alphabet: "table"; readonly inputs: number; readonly outputs: number };

/**
 * A channel with integer outputs, in the form for kernels. But for tables the noise is the same for all inputs.
 * - `bit` (kernels sample, bit-llr, symbol-llr): the output is in grid steps; with `cell` drawn from the alias table, +1 gives
 * v = amplitude + cell − 2048 and −1 gives −v. An erased bit gives v = 0.
 * - `symbol` (kernels sample-symbol, received-llr): the cells 0 … q − 1 are errors; symbol c and error e give c ⊕ e. Cell q erases
 *   the symbol: c ⊕ q is q or more.
 * - `point` (kernels of wgsl/channel/points): the output is a point in grid steps plus cell − 2048 on each axis.
 * - `table` (kernels of wgsl/channel/table): each input has an alias table of the outputs 0 … 4095.
 * - `mechanism` (kernels of wgsl/quantum): the model of the code has the probabilities, and there is no noise.
 */
export interface DiscreteChannel {
  readonly alphabet: ChannelAlphabet;
  /** For bits, the signal ±1 in grid steps, an integer; else 0. */
  readonly amplitude: number;
  /**
   * An f32 number. For bits: the LLR ln P(0)/P(1) of an output v is v · llrScale. For symbols: the LLR ln P(r)/P(a) of
   * every symbol a other than the received symbol r. For points: the LLR of a squared grid step, or of a unit of the demapper's
   * integers. For tables: the LLR of a unit of the metrics.
   */
  readonly llrScale: number;
  /** Alias table of the noise cells; for tables one after another for each input. */
  readonly noise: Uint32Array;
  /** For points and tables, further buffers of the program that depend on the point of the channel, by their names. */
  readonly tables?: Readonly<Record<string, Int32Array | Float32Array | Uint32Array>>;
}
