import { InputError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { type FileText, giveText } from "./given-files.ts";
import {
  applies,
  assertOptions,
  COMMON_OPTIONS,
  type DecoderOption,
  type DecoderOptions,
  misfit,
  type OptionsOf,
  type OptionValues,
  type RuleWithOptions,
  refuseUnapplied,
  specOptions,
} from "./option.ts";

/**
 * A decoder and its options.
 * @example
 * const spec: DecoderSpec = readDecoder("min-max iterations=20");
 * ({ ...spec, iterations: 30 }).iterations; // → 30
 */
export interface DecoderSpec {
  /** Name in the table of check-node rules. */
  readonly rule: string;
  /** Most iterations of a frame, 1 … 10000. */
  readonly iterations: number;
  /** "syndrome": a frame stops when all checks are satisfied; "none": all iterations are done. */
  readonly stop: "syndrome" | "none";
  /** The rule's own options with their defaults, without the options that do not apply beside the others. */
  readonly options: Readonly<Record<string, string | number>>;
}

/** Options of rules by the rules' names. */
type RuleOptions = Readonly<Record<string, RuleWithOptions>>;

/**
 * Reads a decoder spec: the rule's name, then `option=value` words: `min-max iterations=10 stop=none`.
 * @param rules the check-node rules by name, with their options.
 * @param fileText reads the files that options name, whose values in the spec are hashes (given-files.ts).
 */
export function parseDecoderSpec(text: string, rules: RuleOptions, fileText?: FileText): DecoderSpec {
  const [rule, ...words] = text.trim().split(/\s+/);
  if (!Object.hasOwn(rules, rule)) {
    const [, known, joined] = /^([a-z0-9-]+)[^a-z0-9-]+(.*)$/i.exec(rule) ?? [];
    if (Object.hasOwn(rules, known ?? "")) {
      const whole = [known, ...joined.split(/[,;:()]+/).filter((word) => word !== ""), ...words].join(" ");
      throw new InputError(`unknown decoder "${rule}": options stand behind blanks, "${whole}"`);
    }
    const near = nearest(rule, Object.keys(rules));
    const hint = near === undefined ? "" : `did you mean "${near}"? `;
    throw new InputError(`unknown decoder "${rule}": ${hint}known: ${Object.keys(rules).join(", ")}`);
  }
  const known = specOptions(rules[rule]);
  const given: Record<string, string | number> = {};
  for (const word of words) {
    const [name, value, ...rest] = word.split("=");
    if (!Object.hasOwn(known, name) || value === undefined || rest.length > 0) {
      const hint = Object.hasOwn(known, name) ? "" : optionHint(name, known, rules);
      throw new InputError(
        `decoder ${rule}: "${word}" is not one of its options: ${hint}write option=value with ${Object.keys(known).join(", ")}`,
      );
    }
    if (name in given) throw new InputError(`decoder ${rule} has ${name}= twice: give it once`);
    given[name] = readValue(name, known[name], value, fileText);
  }
  const all = withDefaults(known, given);
  for (const [name, option] of Object.entries(known)) {
    if (name in given && !applies(option, all)) refuseUnapplied(rule, name, option);
  }
  return specOf(rule, all);
}

/** What an option that a rule lacks may mean: the rules that have it, else the nearest name. */
function optionHint(name: string, known: DecoderOptions, rules: RuleOptions): string {
  const having = Object.keys(rules).filter((rule) => Object.hasOwn(rules[rule].options, name));
  // Nearly all rules have the common options.
  if (having.length > 0 && !Object.hasOwn(COMMON_OPTIONS, name)) return `${name}= belongs to ${having.join(", ")}; `;
  const near = nearest(name, Object.keys(known));
  return near === undefined ? "" : `did you mean ${near}=? `;
}

/**
 * The spec with another rule for early termination; the same spec if the decoder has no iterations. Options that no
 * longer apply are left out, and options that now apply have their defaults.
 * @param rules as for `parseDecoderSpec`.
 */
export function specWithStop(spec: DecoderSpec, stop: DecoderSpec["stop"], rules: RuleOptions): DecoderSpec {
  const { rule, iterations, options } = spec;
  if (rules[rule].iterates === false) return spec;
  const known = specOptions(rules[rule]);
  return specOf(rule, withDefaults(known, { ...options, iterations, stop }));
}

/**
 * The values of a table's options in a spec, with their types: an option with `onlyWith` is undefined if it does not
 * apply; all other options have values.
 * @example
 * const OPTIONS = { nm: { default: 16, description: "symbols that a message keeps" } } as const satisfies DecoderOptions;
 * const { nm } = optionsOf(OPTIONS, readDecoder("ems nm=8")); // 8, a number
 * @throws InputError naming decoder and option if a spec that `parseDecoderSpec` did not make lacks a value, or has an
 * invalid value or a value of an option that does not apply.
 */
export function optionsOf<T extends DecoderOptions>(
  table: T,
  { rule, iterations, stop, options }: DecoderSpec,
): OptionsOf<T> {
  const values: OptionValues = { ...options, iterations, stop };
  assertOptions(rule, table, values);
  return values;
}

/**
 * The spec as one canonical string, with all options that apply but those that only change the speed: equal strings
 * mean equal results.
 * @param rules as for `parseDecoderSpec`.
 * @param withSpeed true: with the options that only change the speed.
 */
export function canonicalDecoderSpec(
  { rule, iterations, stop, options }: DecoderSpec,
  rules: RuleOptions,
  withSpeed = false,
): string {
  const own = Object.entries(options).filter(([name]) => withSpeed || rules[rule].options[name]?.how !== true);
  const common =
    rules[rule].iterates === false
      ? []
      : [
          ["iterations", iterations],
          ["stop", stop],
        ];
  const words = [...common, ...own].map(([name, value]) => `${name}=${value}`);
  return [rule, ...words].join(" ");
}

/** The kernels' constant STOP: whether a frame whose checks are satisfied is done (wgsl/common/active-frames/done.wgsl). */
export function stopConstant({ stop }: DecoderSpec): 0 | 1 {
  return stop === "syndrome" ? 1 : 0;
}

/** Values of all options that apply: the given value or else the default, each as the decoder computes with it. */
function withDefaults(known: DecoderOptions, given: DecoderSpec["options"]): Record<string, string | number> {
  const all: Record<string, string | number> = {};
  for (const [name, option] of Object.entries(known)) {
    if (!applies(option, all)) continue;
    const value = given[name] ?? option.default;
    try {
      all[name] =
        typeof value === "number" ? (option.becomes?.(value, all) ?? value) : (option.rewritten?.(value, all) ?? value);
    } catch (error) {
      throw error instanceof InputError ? new InputError(`decoder option ${name}=${value}: ${error.reason}`) : error;
    }
  }
  return all;
}

/** The spec of a rule. A rule without iterations gets one iteration without early termination. */
function specOf(rule: string, all: Readonly<Record<string, string | number>>): DecoderSpec {
  const { iterations: _iterations, stop: _stop, ...options } = all;
  const values: OptionValues = { iterations: 1, stop: "none", ...all };
  assertOptions(rule, {}, values);
  return { rule, iterations: values.iterations, stop: values.stop, options };
}

const NUMBER = /^-?\d*\.?\d+(e[+-]?\d+)?$/i;

function readValue(name: string, option: DecoderOption, text: string, fileText?: FileText): string | number {
  if (option.isFile === true && fileText !== undefined && misfit(option, text) !== undefined) {
    return giveText(fileText(text), text);
  }
  // -0 becomes 0: an option has one value for equal numbers.
  const value =
    option.choices === undefined && option.text === undefined && NUMBER.test(text) ? Number(text) + 0 : text;
  const wanted = misfit(option, value);
  if (wanted !== undefined) throw new InputError(`decoder option ${name}=${text}: ${wanted}`);
  return value;
}
