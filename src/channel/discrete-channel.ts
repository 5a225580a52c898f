import { sum } from "../sum.ts";
import type { Modulated } from "./modulation/modulated.ts";

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

/** Number of outcomes of a table; a random word's low 12 bits pick one of them. */
export const ALIAS_CELLS = 4096;
/** Middle cell of the 4096: noise 0. */
export const NOISE_ORIGIN = ALIAS_CELLS / 2;
const INDEX_BITS = 12;
/** Every cell's share of the 2^32 random words. */
const SHARE = 2 ** (32 - INDEX_BITS);

/**
 * Alias table (Walker 1977, Vose 1991) for integer sampling: `aliasSample(table, word)` maps a uniform 32-bit word to an
 * outcome 0 … 4095. Probabilities are whole numbers of words, so that every device samples the very same distribution
 * with integer operations.
 *
 * Layout: the upper 20 bits of entry i hold the number of words of cell i, 0 … 2^20 − 1, whose outcome is i, and its
 * lower 12 bits hold the alias, the outcome of the others. (A cell with one outcome is its own alias.)
 * @param outcomeWords for each of the 4096 outcomes, the number of the 2^32 words that give it.
 * @throws RangeError if the numbers are not 4096 non-negative integers of sum 2^32.
 */
export function aliasTable(outcomeWords: Float64Array): Uint32Array {
  const whole = outcomeWords.every((count) => Number.isInteger(count) && count >= 0);
  if (!whole || outcomeWords.length !== ALIAS_CELLS || sum(outcomeWords) !== 2 ** 32) {
    throw new RangeError(`an alias table needs ${ALIAS_CELLS} numbers of words that sum to 2^32`);
  }
  const words = outcomeWords.slice();
  const table = new Uint32Array(ALIAS_CELLS);
  const poor: number[] = [];
  const rich: number[] = [];
  for (let i = 0; i < ALIAS_CELLS; i++) (words[i] < SHARE ? poor : rich).push(i);
  while (poor.length > 0) {
    const i = poor.pop()!;
    const donor = rich[rich.length - 1];
    table[i] = ((words[i] << INDEX_BITS) | donor) >>> 0;
    words[donor] -= SHARE - words[i];
    if (words[donor] < SHARE) poor.push(rich.pop()!);
  }
  for (const i of rich) table[i] = i;
  return table;
}

/** The outcome of a random word, as wgsl/channel/alias-sample. */
export function aliasSample(table: Uint32Array, word: number): number {
  const index = word & (ALIAS_CELLS - 1);
  const entry = table[index];
  return word >>> INDEX_BITS < entry >>> INDEX_BITS ? index : entry & (ALIAS_CELLS - 1);
}

/** For each of the 4096 outcomes of an alias table, the number of the 2^32 words that give it. */
export function aliasWords(table: Uint32Array): Float64Array {
  const words = new Float64Array(ALIAS_CELLS);
  table.subarray(0, ALIAS_CELLS).forEach((entry, i) => {
    words[i] += entry >>> INDEX_BITS;
    words[entry & (ALIAS_CELLS - 1)] += SHARE - (entry >>> INDEX_BITS);
  });
  return words;
}
