import { InputError } from "../errors.ts";
import { nearest } from "../nearest.ts";

/** A decoder and its options. */
export interface DecoderSpec {
  /** Name in the table of check-node rules. */
  readonly rule: string;
  readonly iterations: number;
  /** "syndrome": a frame stops when all checks are satisfied; "none": all iterations are done. */
  readonly stop: "syndrome" | "none";
  /** The rule's own options, defaults filled in; those that do not apply beside the others are left out. */
  readonly options: Readonly<Record<string, string | number>>;
}

/** An option of a check-node rule. */
export interface DecoderOption {
  readonly default: string | number;
  /** What it does, for listings. */
  readonly description: string;
  /** The words that it may be; else it is a number. */
  readonly choices?: readonly string[];
  /** Bounds of a number; whole numbers from 0 to 10000 if left out. */
  readonly range?: { readonly minimum: number; readonly maximum: number; readonly multipleOf: number };
  /** What a number above the range would mean, for the error that refuses it. */
  readonly beyond?: (value: number) => string;
  /** Changes how fast, not what, is computed: not part of a task's identity. */
  readonly how?: boolean;
  /** Left out of the canonical spec at its default: there are runs from before it was an option. */
  readonly implied?: boolean;
  /** The values of another option that it belongs to: `int8` messages have a step. */
  readonly onlyWith?: readonly [option: string, ...values: string[]];
}

export type DecoderOptions = Readonly<Record<string, DecoderOption>>;

/** The options that all decoders have. */
export const COMMON_OPTIONS: DecoderOptions = {
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
};

/**
 * Reads a decoder spec: the rule's name, then `option=value` words: `min-max iterations=10 stop=none`.
 * @param rules the check-node rules by name, with their options.
 * @throws InputError for an unknown rule, option or value, or an option that does not apply beside the others.
 */
export function parseDecoderSpec(
  text: string,
  rules: Readonly<Record<string, { readonly options: DecoderOptions }>>,
): DecoderSpec {
  const [rule, ...words] = text.trim().split(/\s+/);
  if (!Object.hasOwn(rules, rule)) {
    const near = nearest(rule, Object.keys(rules));
    const hint = near === undefined ? "" : `did you mean "${near}"? `;
    throw new InputError(`unknown decoder "${rule}": ${hint}known: ${Object.keys(rules).join(", ")}`);
  }
  const known: DecoderOptions = { ...COMMON_OPTIONS, ...rules[rule].options };
  const given: Record<string, string | number> = {};
  for (const word of words) {
    const [name, value, ...rest] = word.split("=");
    if (!Object.hasOwn(known, name) || value === undefined || rest.length > 0) {
      throw new InputError(
        `decoder ${rule}: "${word}" is not one of its options: write option=value with ${Object.keys(known).join(", ")}`,
      );
    }
    given[name] = readValue(name, known[name], value);
  }
  const { iterations, stop, ...options } = withDefaults(rule, known, given);
  return { rule, iterations, stop, options } as DecoderSpec;
}

/**
 * The spec as one canonical string; what only changes the speed is left out, and what is implied, so equal strings mean equal
 * results.
 * @param rules as for `parseDecoderSpec`.
 */
export function canonicalDecoderSpec(
  { rule, iterations, stop, options }: DecoderSpec,
  rules: Readonly<Record<string, { readonly options: DecoderOptions }>>,
): string {
  const own = Object.entries(options).filter(([name, value]) => {
    const option = rules[rule].options[name];
    return option?.how !== true && !(option?.implied === true && value === option.default);
  });
  const words = [["iterations", iterations], ["stop", stop], ...own].map(([name, value]) => `${name}=${value}`);
  return [rule, ...words].join(" ");
}

/** The kernels' constant STOP: whether a frame whose checks are satisfied is done (wgsl/common/active-frames/done.wgsl). */
export function stopConstant({ stop }: DecoderSpec): 0 | 1 {
  return stop === "syndrome" ? 1 : 0;
}

/** What a number may be if its option does not say. */
export const WHOLE_NUMBERS = { minimum: 0, maximum: 10_000, multipleOf: 1 };

function withDefaults(
  rule: string,
  known: DecoderOptions,
  given: Readonly<Record<string, string | number>>,
): Record<string, string | number> {
  const all: Record<string, string | number> = {};
  for (const [name, { default: value, onlyWith }] of Object.entries(known)) {
    if (onlyWith !== undefined && !onlyWith.slice(1).includes(String(all[onlyWith[0]]))) {
      if (name in given) {
        throw new InputError(
          `decoder ${rule}: ${name} belongs to ${onlyWith[0]}=${onlyWith.slice(1).join("|")}: leave it out`,
        );
      }
      continue;
    }
    all[name] = given[name] ?? value;
  }
  return all;
}

function readValue(name: string, { choices, range, beyond }: DecoderOption, value: string): string | number {
  if (choices !== undefined) {
    if (!choices.includes(value)) {
      throw new InputError(`decoder option ${name}=${value}: choose ${choices.join(", ")}`);
    }
    return value;
  }
  const { minimum, maximum, multipleOf } = range ?? WHOLE_NUMBERS;
  const number = Number(value);
  const isNumber = /^\d*\.?\d+(e[+-]?\d+)?$/i.test(value) && Number.isInteger(number / multipleOf);
  if (!isNumber || number < minimum || number > maximum) {
    const kind = multipleOf === 1 ? "a whole number" : `a multiple of ${multipleOf}`;
    const reason = isNumber && number > maximum && beyond !== undefined ? `${beyond(number)}: ` : "";
    throw new InputError(`decoder option ${name}=${value}: ${reason}give ${kind} from ${minimum} to ${maximum}`);
  }
  return number;
}
