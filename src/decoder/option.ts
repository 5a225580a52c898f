import { InputError } from "../errors.ts";

/** An option of a check-node rule. */
export interface DecoderOption {
  readonly default: string | number;
  /** Effect of the option, for listings. */
  readonly description: string;
  /** The words that the option accepts; without them it is a number. */
  readonly choices?: readonly string[];
  /**
   * Bounds of a number, and the unit that it must be a multiple of, if any; whole numbers from 0 to 10000 if left out.
   */
  readonly range?: { readonly minimum: number; readonly maximum: number; readonly multipleOf?: number };
  /** A text of this form, and its description for errors; such an option has no choices and no range. */
  readonly text?: { readonly form: RegExp; readonly wanted: string };
  /** The text is `none` or the SHA-256 of a file's text, and a user names the file: `fileOption`. */
  readonly isFile?: true;
  /**
   * The number that the decoder computes with if it cannot compute with the given number, beside the values of the
   * options before it. A parsed spec has this number.
   * @throws InputError if there is no such number.
   */
  readonly becomes?: (value: number, others: OptionValues) => number;
  /**
   * The text that stands for all texts of one meaning, beside the values of the options before it. A parsed spec has this text.
   * @throws InputError if the text has no meaning.
   */
  readonly rewritten?: (text: string, others: OptionValues) => string;
  /** Meaning of a number above the range, for the error that refuses it. */
  readonly beyond?: (value: number) => string;
  /** Changes the speed and not the results: not part of a task's identity. */
  readonly how?: boolean;
  /** Another option and its values that this option requires: `int8` messages have a step. */
  readonly onlyWith?: readonly [option: string, ...values: string[]];
}

/**
 * A table of options in the order of the canonical spec. Declare it `as const satisfies DecoderOptions`: `OptionsOf`
 * needs its literal types.
 */
export type DecoderOptions = Readonly<Record<string, DecoderOption>>;

/** Values of options by name, not yet checked against a table. */
export type OptionValues = Readonly<Record<string, string | number | undefined>>;

/** The options of all decoders, before the rule's own. */
export const COMMON_OPTIONS = {
  iterations: {
    default: 10,
    description: "decoding iterations",
    range: { minimum: 1, maximum: 10_000, multipleOf: 1 },
  },
  stop: {
    default: "syndrome",
    description: "syndrome: a frame stops when all checks are satisfied; none: all iterations are done",
    choices: ["syndrome", "none"],
  },
} as const satisfies DecoderOptions;

/**
 * The largest channel LLR of a rule whose messages are bounded. Messages could not outvote a larger one that is wrong, so frame error rates would
 * have a floor, and LLRs that a receiver scales would turn success into failure.
 * @param clip the default, below the bound of messages.
 */
export function llrClip(clip: number) {
  return {
    default: clip,
    range: { minimum: 1, maximum: 2 ** 20, multipleOf: 0.25 },
    description:
      "largest magnitude of channel LLRs, which the messages of a variable can outvote; known symbols are not cut",
  } satisfies DecoderOption;
}

/** A rule's own options, and whether it has iterations. */
export interface RuleWithOptions {
  readonly options: DecoderOptions;
  readonly iterates?: false;
}

/** All options that a spec of a rule may name, in its order. */
export function specOptions({ options, iterates }: RuleWithOptions): DecoderOptions {
  return iterates === false ? options : { ...COMMON_OPTIONS, ...options };
}

/** Range of a number whose option has no `range`. */
export const WHOLE_NUMBERS = { minimum: 0, maximum: 10_000, multipleOf: 1 };

/** The type of an option's values: one of its words, a text, or a number. */
export type OptionValue<O extends DecoderOption> = O extends { readonly choices: readonly (infer C)[] }
  ? C
  : O extends { readonly text: unknown }
    ? string
    : number;

/**
 * The values of a table's options and of the common options. An option with `onlyWith` has a value beside these values
 * of the other option, and is undefined beside all others: a test of the other option narrows its type.
 */
export type OptionsOf<T extends DecoderOptions> = ValuesOf<typeof COMMON_OPTIONS & T>;

type ValuesOf<T extends DecoderOptions> = {
  readonly [K in keyof T as T[K] extends { readonly onlyWith: unknown } ? never : K]: OptionValue<T[K]>;
} & Intersection<{ readonly [K in keyof T]: Dependent<T, K> }>;

/** The table's members of an option that requires another: both together, or neither. */
type Dependent<T extends DecoderOptions, K extends keyof T> = T[K] extends {
  readonly onlyWith: readonly [infer Other extends string, ...infer Values];
}
  ? Other extends keyof T
    ?
        | ({ readonly [O in Other]: Values[number] } & { readonly [Own in K]: OptionValue<T[K]> })
        | ({ readonly [O in Other]?: Exclude<OptionValue<T[O]>, Values[number]> } & { readonly [Own in K]?: undefined })
    : { readonly [Own in K]?: OptionValue<T[K]> }
  : unknown;

/** All of a record's types at once. */
type Intersection<T> = { readonly [K in keyof T]: (of: T[K]) => void }[keyof T] extends (of: infer All) => void
  ? All
  : never;

/** The names of a table, as the words of an option whose values the table explains. The table may have no other names than its type. */
export function wordsOf<T extends object>(table: T): readonly Extract<keyof T, string>[] {
  return Object.keys(table) as Extract<keyof T, string>[];
}

/** Whether an option applies beside the values of the options before it. */
export function applies({ onlyWith }: DecoderOption, values: OptionValues): boolean {
  if (onlyWith === undefined) return true;
  const [other, ...wanted] = onlyWith;
  return wanted.some((value) => value === values[other]);
}

/** The valid values of an option, as the end of an error message about this value; undefined if the value is valid. */
export function misfit({ choices, text, range, beyond }: DecoderOption, value: string | number): string | undefined {
  if (text !== undefined) return text.form.test(String(value)) ? undefined : `give ${text.wanted}`;
  if (choices !== undefined) {
    return choices.some((choice) => choice === value) ? undefined : `choose ${choices.join(", ")}`;
  }
  const { minimum, maximum, multipleOf }: NonNullable<DecoderOption["range"]> = range ?? WHOLE_NUMBERS;
  const isMultiple = typeof value === "number" && (multipleOf === undefined || Number.isInteger(value / multipleOf));
  if (isMultiple && value >= minimum && value <= maximum) return undefined;
  const kind = numberText(multipleOf);
  const reason = isMultiple && value > maximum && beyond !== undefined ? `${beyond(value)}: ` : "";
  return `${reason}give ${kind} from ${minimum} to ${maximum}`;
}

function numberText(multipleOf: number | undefined): string {
  if (multipleOf === undefined) return "a number";
  return multipleOf === 1 ? "a whole number" : `a multiple of ${multipleOf}`;
}

/** @throws InputError always: an option that does not apply beside the other options has a value all the same. */
export function refuseUnapplied(rule: string, name: string, { onlyWith }: DecoderOption): never {
  const [other, ...values] = onlyWith ?? [];
  throw new InputError(`decoder ${rule}: ${name} belongs to ${other}=${values.join("|")}: leave it out`);
}

/**
 * Checks values against a table: every option that applies has a valid value, and no other option has one. Options that
 * the table does not name are ignored, so that a family reads the options that its rules share.
 * @param rule the decoder's name, for errors.
 */
export function assertOptions<T extends DecoderOptions>(
  rule: string,
  table: T,
  values: OptionValues,
): asserts values is OptionValues & OptionsOf<T> {
  for (const [name, option] of Object.entries<DecoderOption>({ ...COMMON_OPTIONS, ...table })) {
    const value = values[name];
    if (!applies(option, values)) {
      if (value !== undefined) refuseUnapplied(rule, name, option);
      continue;
    }
    if (value === undefined) {
      throw new InputError(`decoder ${rule}: option ${name} is missing: make the spec with readDecoder`);
    }
    const wanted = misfit(option, value);
    if (wanted !== undefined) throw new InputError(`decoder ${rule}: option ${name}=${value}: ${wanted}`);
  }
}
