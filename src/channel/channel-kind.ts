import type { ChannelCode } from "./channel-code.ts";
import type { ChannelOption, OptionValues } from "./channel-option.ts";
import type { ChannelUse, DiscreteChannel, PointSampler } from "./discrete-channel.ts";
import type { FerBounds } from "./limits/bounds.ts";
import type { CodeSize } from "./limits/code-size.ts";
import type { ChannelMoments } from "./normal-approximation.ts";

/**
 * A channel and its parameter, as tasks, options, tables and figures name them.
 * @example
 * const { name, label, unit, better }: ChannelKind = channels.ebn0;
 * [name, label, unit, better]; // → ["awgn", "Eb/N0", "dB", "larger"]
 */
export interface ChannelKind {
  /** The channel's name in tasks and random keys. */
  readonly name: string;
  /** The channel's own options, each with a default: words of its text. */
  readonly options?: Readonly<Record<string, ChannelOption<number | string>>>;
  /** The parameter's name in tasks and random keys; also the command-line option and the column of reference files. */
  readonly parameter: string;
  /** The parameter of another channel whose option gives this one too where `--channel` names this channel. */
  readonly alsoBy?: string;
  /** The column `channel` of points.csv: channel and parameter in one word. */
  readonly column: string;
  /** Bits per use of the channel, if a use carries neither one bit nor one symbol of the code. */
  readonly bitsOfUse?: number;
  /** A use of the channel. Over GF(2) a channel of symbols is a channel of bits: `channelUse` of channels.ts. */
  readonly use: ChannelUse;
  /** The channel in words, for figures. */
  readonly title: string;
  /** The parameter in plain text, with its unit if it has one. */
  readonly label: string;
  /** Unit of the parameter, `dB`; absent for ratios and probabilities. */
  readonly unit?: string;
  /** The parameter for figures, where <i>, <sub> and <sup> are understood; `axis` adds unit or definition. */
  readonly markup: string;
  /** The parameter with its unit or definition, in the same markup: the title of an axis. */
  readonly axis: string;
  /** The option's help text. */
  readonly help: string;
  /** Whether only `--help-all` lists the option. */
  readonly seldom?: boolean;
  /** Values in the form of the option, `first:step:last`. */
  readonly example: string;
  /** Whether the noise depends on the code's rate: `at` then reads the rate, which may take an elimination. */
  readonly needsRate?: boolean;
  /** Whether symbols are erased. */
  readonly erases?: boolean;
  /** Why frames of the all-zero word have other error rates than frames of random words, behind "the all-zero word"; absent where they are equal. */
  readonly zeroWord?: string;
  /** Whether the channel needs tables or an error model of its user, which the kind does not have. */
  readonly needsTables?: boolean;
  /** The values of the parameter, ascending, where the channel has no others. */
  readonly values?: readonly number[];
  /** Whether uses in a row share a gain, so that neither `moments` nor the normal approximation limit a code. */
  readonly isBlockFading?: boolean;
  /** Which direction of the parameter is the better channel. */
  readonly better: "larger" | "smaller";
  /**
   * The reason why a value is outside the parameter's range, as the end of an error message; undefined for a valid
   * value.
   * @param value in the parameter's unit: Eb/N0 in dB, SNR as a ratio, QBER and symbol error rate as probabilities.
   * @param q size of the field, if it is known already: the range of some parameters depends on it.
   */
  fault(value: number, q?: number): string | undefined;
  /**
   * The channel at a value without fault.
   * @param value as in `fault`.
   * @param code field size and rate of the code.
   * @param options values of all of the channel's own options.
   * @throws InputError if it cannot be discretised.
   */
  at(value: number, code: ChannelCode, options?: OptionValues): DiscreteChannel;
  /**
   * Noise standard deviation on each axis for points of mean energy 1, for parameters of AWGN. Curves over such
   * parameters share the axis of a figure.
   * @param value as in `fault`.
   * @param code its rate is read where `needsRate` says so.
   * @param point bits and axes of a point, which are 1 and 1 for BPSK.
   */
  sigma?(
    value: number,
    code: Pick<ChannelCode, "rate">,
    point?: { readonly bits: number; readonly axes: number },
  ): number;
  /**
   * Noise standard deviation of each sent bit for amplitudes ±1, where bits are sent apart over AWGN: by BPSK, or by QPSK on
   * two axes.
   * @param value as in `fault`.
   * @param code its rate is read where `needsRate` says so.
   */
  bitSigma?(value: number, code: Pick<ChannelCode, "rate">): number;
  /**
   * Bounds on the FER of the best code of a size at a value, for channels other than AWGN; undefined if none are known.
   * @param size length, information and field of the code.
   */
  bounds?(size: CodeSize): ((value: number) => FerBounds) | undefined;
  /**
   * Capacity and dispersion for each use of the channel, of a bit, a symbol of GF(q) or a point, at a value without fault.
   * @param value as in `fault`.
   * @param code field size and rate of the code.
   * @param options as in `at`.
   */
  moments(value: number, code: ChannelCode, options?: OptionValues): ChannelMoments;
  /** How points are sent in another way than as they are, for parameters of AWGN. @param options as in `at`. */
  sampler?(options: OptionValues): PointSampler;
  /**
   * The range in which limits of codes are searched, the worst channel first.
   * @param q size of the field.
   */
  span(q: number): readonly [worst: number, best: number];
}

/** A value with its label and unit, in plain text: `Eb/N0 2.5 dB`. @param label another form of the label. */
export function pointText({ label: plain, unit }: ChannelKind, value: number, label = plain): string {
  return [label, value, unit].filter((part) => part !== undefined).join(" ");
}
