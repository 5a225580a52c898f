import type { Code } from "../code/code.ts";
import { transmittedPositions } from "../code/rate-matching.ts";
import { InputError } from "../errors.ts";
import { requireOptions } from "../options.ts";
import { requireCode, requireDecoder } from "./arguments.ts";
import { type ChannelLlr, convertLlr, LLR_KINDS, type LlrKind } from "./llr.ts";
import { llrMaximum } from "./llr-maximum.ts";
import { checkNodeRules } from "./rules.ts";
import type { DecoderSpec } from "./spec.ts";
import { withUnsentSymbols } from "./unsent.ts";

/**
 * The form of a receiver's values.
 * @example
 * const options: LlrOptions = { kind: "symbol" };
 */
export interface LlrOptions {
  /** `bit`, the default: LLRs of bits, natural logarithms ln P(0)/P(1); or `symbol`: costs −ln P(a) of symbols. */
  readonly kind?: LlrKind;
  /**
   * Whether the values belong to the sent symbols only, without punctured and shortened symbols. Default false: all N.
   */
  readonly transmitted?: boolean;
}

/**
 * Converts a receiver's values of whole frames into the channel LLRs that a decoder takes. Infinite and huge values are cut at 2²⁰, which
 * stands for certainty. Sums and differences are made in float64 and rounded once.
 * @param values [frame][N][p] of kind `bit`, natural logarithms ln P(0)/P(1) of the bits of each symbol, least significant bit first; or
 * [frame][N][q] of kind `symbol`, −ln P(a) up to a constant for each symbol.
 * @param code the code of the frames: N, its field, and its punctured and shortened symbols.
 * @param decoder its rule decides the form of the LLRs: see `ChannelLlr`.
 * @param options kind of the values, and the symbols that have values.
 * @returns the LLRs of all N symbols: nothing is known of punctured ones, and shortened ones are zero with certainty.
 * @throws InputError that names frame and index for NaN or a symbol without any possible value, for values that are not whole frames, and
 * for a binary decoder of a code over another field than GF(2).
 * @example
 * const values = Float32Array.from({ length: 24 * 2 }, (_, i) => (i === 5 ? -1.5 : 4)); // one frame over GF(4)
 * const { llr } = channelLlr(values, code, decoder);
 * llr.length; // → 96
 */
export function channelLlr(
  values: Float32Array | Float64Array,
  code: Code,
  decoder: DecoderSpec,
  options: LlrOptions = {},
): ChannelLlr {
  requireCode(code);
  requireDecoder(decoder);
  if (!(values instanceof Float32Array || values instanceof Float64Array)) {
    throw new InputError("values must be a Float32Array or a Float64Array: convert them with Float32Array.from");
  }
  requireOptions("channelLlr", options, { kind: true, transmitted: true });
  const { kind = "bit", transmitted = false } = options;
  if (!LLR_KINDS.includes(kind))
    throw new InputError(`option kind "${kind}" is unknown: known are ${LLR_KINDS.join(", ")}`);
  const { input } = checkNodeRules[decoder.rule];
  const { columns, field } = code.matrix;
  const conversion = { input, llrMaximum: llrMaximum(decoder) };
  if (!transmitted) return convertLlr(kind, values, field, columns, conversion);
  const sent = convertLlr(kind, values, field, transmittedPositions(code).length, conversion);
  return { ...sent, llr: withUnsentSymbols(sent.llr, code, input) };
}
