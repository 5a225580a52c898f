import type { Code } from "../code/code.ts";
import { sendsTwice, transmittedPositions } from "../code/rate-matching.ts";
import { InputError } from "../errors.ts";
import { requireOptions } from "../options.ts";
import { requireCode, requireDecoder } from "./arguments.ts";
import { type ChannelLlr, type ConversionOptions, convertLlr, LLR_KINDS, type LlrKind } from "./llr.ts";
import { llrMaximum, llrWidest } from "./llr-maximum.ts";
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
 * stands for certainty. Frames whose LLRs are too large or too small as a whole for the decoder are multiplied by a power of two: see `ChannelLlr`. Sums and differences are made in float64 and rounded once.
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
  const symbols = transmitted ? transmittedPositions(code).length : code.matrix.columns;
  return wholeFrames(kind, values, code, symbols, {
    input,
    llrMaximum: llrMaximum(decoder, code),
    llrWidest: llrWidest(decoder, code),
  });
}

/** `channelLlr` for frames of all N symbols or of the sent ones. @param symbols N, or the number of sent symbols. */
export function wholeFrames(
  kind: LlrKind,
  values: Float32Array | Float64Array,
  code: Code,
  symbols: number,
  {
    llrWidest: widest = Number.POSITIVE_INFINITY,
    ...options
  }: Omit<ConversionOptions, "scaling"> & Pick<Required<ConversionOptions>, "input"> & { readonly llrWidest?: number },
): ChannelLlr {
  const { columns, rows, field } = code.matrix;
  const isWhole = symbols === columns;
  const information = field.p * (columns - rows - (isWhole ? 0 : (code.shortened?.length ?? 0)));
  const copies = !isWhole && sendsTwice(code) ? symbols / new Set(code.sending?.order).size : 1;
  const made = convertLlr(kind, values, field, symbols, { ...options, scaling: { widest, information, copies } });
  return isWhole ? made : { ...made, llr: withUnsentSymbols(made.llr, code, options.input) };
}
