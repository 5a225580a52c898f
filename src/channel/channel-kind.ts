import type { Code } from "../code/code.ts";
import { codeRate, rateZeroError } from "../code/rate-matching.ts";
import { InputError } from "../errors.ts";
import { printable } from "../printable.ts";
import { wordList } from "../word-list.ts";
import type { ChannelUse, DiscreteChannel, PointSampler } from "./discrete-channel.ts";
import type { CodeSize, FerBounds } from "./limits/bounds.ts";
import type { ChannelMoments } from "./normal-approximation.ts";

/** The properties of a code that a channel may depend on. */
export interface ChannelCode {
  /** Size of the field. */
  readonly q: number;
  /**
   * The rate k/n of the sent symbols, with the true k. Only channels that depend on the rate call it: finding k may
   * take an elimination.
   */
  rate(): number;
}

/** The properties of this code that a channel may depend on. The rate is above 0, else an InputError. */
export function channelCode(code: Code): ChannelCode {
  return {
    q: code.matrix.field.q,
    rate() {
      const rate = codeRate(code);
      if (rate === 0) throw rateZeroError(code);
      return rate;
    },
  };
}

/** Values of a channel's own options by their names. */
export type OptionValues = Readonly<Record<string, number | string>>;

/** The text of a file that a word names. @param label the word in messages. @throws InputError with the remedy in `about`. */
export type ReadFile = (path: string, label: string, about: FileAbout) => string;

interface FileAbout {
  /** Largest size of the file. */
  readonly bytes: number;
  /** The choices, for the error. */
  readonly rule: string;
  /** The choice that a mistyped text stands for, if one is near. */
  readonly meant?: string;
}

/** Where there are no files, every text that is no choice is an error. */
export const noFile: ReadFile = (text, label, { rule, meant }) => {
  throw new InputError(
    `${label} "${printable(text)}" is unknown: ${meant === undefined ? rule : `did you mean ${meant}?`}`,
  );
};

/** An option of a channel: a word `name=value` of its text, and an option of the commands. */
export interface ChannelOption<Value> {
  readonly describe: string;
  readonly placeholder: string;
  readonly example: string;
  readonly defaultText?: string;
  /** The value of an option that is not given, for options of a single channel. */
  readonly default?: Value;
  /** The words that it accepts, if no others. */
  readonly choices?: readonly string[];
  /** The form of its value in a JSON file. */
  readonly json: "text" | "number";
  /** @param label the option in messages. @throws InputError with the label for a text that is no value. */
  readonly read: (text: string, label: string, readFile: ReadFile) => Value;
}

/** An option for one of several words. */
export function wordOption<Word extends string>(
  choices: readonly Word[],
  said: { readonly describe: string; readonly defaultText?: string; readonly default?: Word },
): ChannelOption<Word> {
  const read = (text: string, label: string) => {
    const known = choices.find((choice) => choice === text);
    if (known !== undefined) return known;
    throw new InputError(`${label} "${printable(text)}" is unknown: choose ${wordList(choices, "or")}`);
  };
  return { placeholder: "WORD", example: choices[0], choices, json: "text", ...said, read };
}

export function numberOption({
  noun,
  whole = false,
  minimum,
  maximum,
  ...said
}: {
  readonly describe: string;
  readonly noun: string;
  readonly whole?: boolean;
  readonly minimum: number;
  readonly maximum: number;
  readonly placeholder?: string;
  readonly example: string;
  readonly defaultText?: string;
  readonly default?: number;
}): ChannelOption<number> {
  const rule = `${noun} is a ${whole ? "whole number" : "number"} from ${minimum} to ${maximum}, for example ${said.example}`;
  const read = (text: string, label: string) => {
    const value = /^\s*$/.test(text) ? Number.NaN : Number(text);
    if (value >= minimum && value <= maximum && (!whole || Number.isInteger(value))) return value;
    throw new InputError(`${label} ${printable(text)}: ${rule}`);
  };
  return { placeholder: "N", json: "number", ...said, read };
}

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
