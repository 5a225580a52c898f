import type { MathJsInstance, MathNode } from "mathjs";
import { InputError } from "../../errors.ts";
import {
  ascending,
  ascendingRange,
  LIST_EXAMPLES,
  linspace,
  listedNumbers,
  NUMBER,
  RangeFault,
} from "../../number-list.ts";

/**
 * An option of a command. The parser, the help, the reference, the schema of config files and the types of handlers use it. The functions
 * `text`, `number`, `choice`, `flag` and so on make options.
 */
export interface Option<Value = unknown> {
  /** Heading above the option in help. */
  readonly group: string;
  /** Effect of the option, for help: a phrase without a full stop. Help adds the default, choices and an example. */
  readonly describe: string;
  /** Number of texts after the name. With `each` there is one, and the option may be repeated. */
  readonly takes: "nothing" | "one" | "each" | "many";
  /** Whether the option is an operand, which has a position instead of a name. */
  readonly positional: boolean;
  readonly required: boolean;
  /** Placeholder of the value in help, such as FILE. */
  readonly placeholder: string;
  /** An example value, for help and for the error about a missing value. */
  readonly example: string;
  readonly choices?: readonly string[];
  /** Description of the default, for help. */
  readonly defaultText?: string;
  /** Form in a JSON config file. */
  readonly json: "text" | "number" | "numbers" | "flag";
  /** Whether help omits the option, because it changes nothing in this command. */
  readonly hidden?: boolean;
  /** Whether only `--help-all` shows the option. */
  readonly seldom?: boolean;
  /** Value of an option that is not given. */
  readonly absent: Value | undefined;
  /**
   * Reads the value from the texts.
   * @param label name of the option in messages: `--seed`.
   * @throws InputError with the name of the option if the texts cannot be read.
   */
  read(texts: readonly string[], label: string): Value | Promise<Value>;
}

export type OptionTable = Readonly<Record<string, Option>>;

/** Settings of any option. */
type Settings = Partial<Pick<Option, "group" | "hidden" | "seldom">>;

/** Settings of an option with a value. */
interface Valued<Value> extends Settings, Partial<Pick<Option, "placeholder" | "required" | "positional">> {
  readonly example: string;
  readonly default?: Value;
  /** Replaces the default in help if it depends on other options. */
  readonly defaultText?: string;
}

/** Forbids members that `Known` lacks: a type parameter admits any, and a misspelt bound would bound nothing. */
type Only<Given, Known> = { readonly [Other in Exclude<keyof Given, keyof Known>]: never };

/** An option whose value is undefined only if it is neither required nor has a default. */
type OptionOf<Given, Value> = Option<
  Given extends { readonly required: true } | { readonly default: unknown } ? Value : Value | undefined
>;

/** An option whose value is its text. */
export function text<const Given extends Valued<string>>(settings: Given, describe: string): OptionOf<Given, string> {
  return one(settings, describe, "text", ([value]) => value) as OptionOf<Given, string>;
}

/** An option whose value `read` makes from a text. */
export function parsed<Value, const Given extends Valued<NoInfer<Value>>>(
  settings: Given,
  describe: string,
  read: (text: string, label: string) => Value | Promise<Value>,
): OptionOf<Given, Value> {
  return one(settings, describe, "number", ([value], label) => read(value, label)) as OptionOf<Given, Value>;
}

/** An option for one of several words. */
export function choice<const Choice extends string, const Given extends Omit<Valued<NoInfer<Choice>>, "example">>(
  choices: readonly Choice[],
  settings: Given,
  describe: string,
): OptionOf<Given, Choice> {
  const valued: Valued<Choice> = { placeholder: "WORD", ...settings, example: choices[0] };
  return { ...one(valued, describe, "text", ([value]) => value as Choice), choices } as OptionOf<Given, Choice>;
}

/** An option for a number within bounds, also as an expression: `1e6`, `2^20`. */
export function number<const Given extends Valued<number> & Bounds>(
  settings: Given & Only<Given, Valued<number> & Bounds>,
  describe: string,
): OptionOf<Given, number | (Given extends { readonly also: infer Word } ? Word : never)> {
  const read = numberReader(settings, settings.example);
  const valued = { placeholder: "N", ...settings };
  const option = one<unknown>(valued, describe, "number", ([value], label) => read(value, label));
  return option as ReturnType<typeof number<Given>>;
}

/** An option for several texts after one name, or after repeated names. With `single`, each name takes one text. */
export function texts<
  const Given extends Valued<readonly string[]> & {
    readonly single?: boolean;
    /** All known words, if they are known. */
    readonly choices?: readonly string[];
  },
>(settings: Given, describe: string): OptionOf<Given, readonly string[]> {
  const { single, choices } = settings;
  const option = { ...one(settings, describe, "text", (values) => values), ...(choices && { choices }) };
  return { ...option, takes: single ? "each" : "many" } as OptionOf<Given, readonly string[]>;
}

/** An option for several numbers within bounds, after one name or after repeated names. */
export function numbers<const Given extends Valued<readonly number[]> & Bounds>(
  settings: Given & Only<Given, Valued<readonly number[]> & Bounds>,
  describe: string,
): OptionOf<Given, readonly number[]> {
  const read = numberReader(settings, settings.example);
  const option = one<readonly unknown[]>({ placeholder: "N", ...settings }, describe, "numbers", (values, label) =>
    Promise.all(values.map((value) => read(value, label))),
  );
  return { ...option, takes: "many" } as OptionOf<Given, readonly number[]>;
}

/** An option without a value. `--no-NAME` cancels it, which is useful with a config file. */
export function flag(describe: string, settings: Settings = {}): Option<boolean> {
  return { ...undecidedFlag(describe, settings), absent: false } as Option<boolean>;
}

/** A flag whose absence has a third meaning. */
export function undecidedFlag(
  describe: string,
  settings: Settings & { readonly defaultText?: string },
): Option<boolean | undefined> {
  const read = ([value]: readonly string[]) => value === "true";
  return { ...one({ placeholder: "", ...settings, example: "" }, describe, "flag", read), takes: "nothing" };
}

/** An argument without a name, which is read by its position. */
export function operand(settings: Settings & { readonly example: string }, describe: string): Option<string> {
  return text({ ...settings, positional: true, required: true }, describe);
}

/** One or more operands. */
export function operands(settings: Settings & { readonly example: string }, describe: string) {
  return texts({ ...settings, positional: true, required: true }, describe);
}

/** Options under one heading of help. A row of the table is a name with its settings and what the option does. */
export function inGroup<const Table extends OptionTable>(group: string, table: Table): Table {
  return Object.fromEntries(Object.entries(table).map(([name, option]) => [name, { ...option, group }])) as Table;
}

/** Options under one heading that only `--help-all` shows. */
export function seldomIn<const Table extends OptionTable>(group: string, table: Table): Table {
  const entries = Object.entries(inGroup(group, table)).map(([name, option]) => [name, { ...option, seldom: true }]);
  return Object.fromEntries(entries) as Table;
}

function one<Value>(
  settings: Valued<Value>,
  describe: string,
  json: Option["json"],
  read: Option<Value>["read"],
): Option<Value> {
  const { group = "", hidden, seldom, example, placeholder = "TEXT", required = false } = settings;
  const { positional = false, default: absent } = settings;
  const usual = Array.isArray(absent) ? absent.join(" ") || undefined : absent?.toString();
  const defaultText = settings.defaultText ?? usual;
  const shown = { group, describe, hidden, seldom, example, placeholder, required, positional, defaultText };
  return { ...shown, takes: "one", json, read, absent };
}

/** Name of an option in messages and help: `--max-errors`, `<folder>`. */
export function optionLabel(name: string, { positional }: Pick<Option, "positional">): string {
  return positional ? `<${name}>` : `--${kebab(name)}`;
}

type ValueOf<Entry> = Entry extends Option<infer Value> ? Value : never;

type OptionalNames<Table> = {
  [Name in keyof Table]: undefined extends ValueOf<Table[Name]> ? Name : never;
}[keyof Table];

/** The values of a table's options, by their names in camel case. */
export type Values<Table extends OptionTable> = {
  readonly [Name in Exclude<keyof Table, OptionalNames<Table>> & string as Camel<Name>]: ValueOf<Table[Name]>;
} & {
  readonly [Name in OptionalNames<Table> & string as Camel<Name>]?: ValueOf<Table[Name]>;
};

/** The unread texts of a given option. */
export interface GivenOption {
  /** For a flag, `true` or `false`. */
  readonly texts: readonly string[];
  /** The option that stands for this one, as --circuit for --code: errors name it. */
  readonly saidAs?: string;
  /** The file that gives the option; undefined if the command line does. */
  readonly file?: string;
  /** Line of the option in the file, from 1, if it is known. */
  readonly line?: number;
}

/** The given options by their names in the table. */
export type Given = ReadonlyMap<string, GivenOption>;

/** Command lines for help, with what each does. */
export type Examples = Readonly<Record<string, string>>;

/** The default export of a command's module. */
export interface Command<Table extends OptionTable = OptionTable> {
  /** Options in the order of help, the most used first. Groups come in the order of their first options. */
  readonly options: Table;
  readonly examples?: Examples;
  /** Paragraphs below the command's summary. */
  readonly about?: readonly string[];
  /** Completes the options of the command line, for example from a config file. @throws InputError for a bad file. */
  complete?(given: Given, table: OptionTable): Given;
  /** @param given the given options and their places. */
  run(options: Values<Table>, given: Given): void | Promise<void>;
}

/** A command with any options. The type of a list of commands does not know them. */
// biome-ignore lint/suspicious/noExplicitAny: a command's run is contravariant in its options
export type AnyCommand = Command<any>;

/** Checks a command's types against its table. */
export function defineCommand<const Table extends OptionTable>(command: Command<Table>): Command<Table> {
  return command;
}

/** A line of a list of commands. Its module is loaded when the command is chosen. */
export interface CommandEntry {
  readonly name: string;
  /** A phrase that begins with a verb, or a function if the phrase is in the command's module. */
  readonly summary: string | (() => Promise<string>);
  /** Heading above the command in a list. */
  readonly topic?: string;
  /** The command, or the subcommands that the name stands for. */
  readonly load: () => Promise<AnyCommand | CommandList>;
}

export interface CommandList {
  /** The word for a command of the list in messages: "command", "experiment". */
  readonly noun: string;
  readonly about?: readonly string[];
  readonly entries: readonly CommandEntry[];
  /** Text for a list without entries: the reason, and a way to get them. */
  readonly none?: string;
  /** Whether the reference only names the commands. Their `--help` shows the options. */
  readonly isBrief?: boolean;
  readonly examples?: Examples;
}

export function isList(item: AnyCommand | CommandList): item is CommandList {
  return "entries" in item;
}

/** Converts the type `max-errors` to a property name. */
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** Converts `max-errors` to `maxErrors`. */
export function camel<Name extends string>(name: Name): Camel<Name> {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) as Camel<Name>;
}

/** Converts `maxErrors` to `max-errors`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Bounds of an option's number. */
interface Bounds {
  /** Unit of the value as mathjs writes it, such as `GiB`, in which a number alone is. Other units of its kind are converted. */
  readonly unit?: string;
  /** The least value of a whole number. */
  readonly whole?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Exclusive bounds. */
  readonly above?: number;
  readonly below?: number;
  /** A word that the option takes too. */
  readonly also?: string;
}

/** Settings of a seed. */
export const SEED = { placeholder: "SEED", example: "7", whole: 0, maximum: 2 ** 32 - 1 } as const;

/** Reads numbers within bounds, or the word of `also`. Errors have a rule: `give a whole number from 0 to 4294967295, for example 7`. */
function numberReader({ unit, whole, minimum = whole, maximum, above, below, also }: Bounds, example: string) {
  const range =
    minimum !== undefined && maximum !== undefined
      ? [`from ${minimum} to ${maximum}`]
      : [
          ...(minimum === undefined ? [] : [`of at least ${minimum}`]),
          ...(above === undefined ? [] : [`above ${above}`]),
          ...(below === undefined ? [] : [`below ${below}`]),
          ...(maximum === undefined ? [] : [`of at most ${maximum}`]),
        ];
  const kind = whole === undefined ? "number" : "whole number";
  const word = also === undefined ? "" : `, or ${also}`;
  const rule = `give a ${[kind, range.join(" and ")].join(" ").trim()}, for example ${example}${word}`;
  return async (text: string, label: string): Promise<number | string> => {
    if (text === also) return text;
    const value = await evaluateNumber(text, label, rule, unit);
    const isWithin =
      (whole === undefined || Number.isSafeInteger(value)) &&
      (minimum === undefined || value >= minimum) &&
      (maximum === undefined || value <= maximum) &&
      (above === undefined || value > above) &&
      (below === undefined || value < below);
    if (isWithin) return value;
    const shown = Number(text) === value ? value : `"${text}" is ${value}${unit === undefined ? "" : ` ${unit}`}`;
    throw new InputError(`${label} ${shown}: ${rule}`);
  };
}

/** Reads an integer in minimum … maximum from an option's text. @throws InputError with the option's name and range. */
export function integerOption(
  option: string,
  text: string,
  minimum: number,
  maximum = Number.MAX_SAFE_INTEGER,
): number {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < minimum || value > maximum) {
    const range = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
    throw new InputError(`--${option} ${text} is not a whole number ${range}`);
  }
  return value;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, min: 60, h: 3600, d: 86_400 };

/**
 * Converts a duration with units to seconds: `90s`, `5m`, `2h`, `1h30m`.
 * @returns undefined for a text without units, which is a number of seconds.
 */
export function unitSeconds(text: string): number | undefined {
  if (!/^\s*(\d+(\.\d+)?\s*(min|[smhd]))+\s*$/.test(text)) return undefined;
  const parts = text.matchAll(/(\d+(?:\.\d+)?)\s*(min|[smhd])/g);
  return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_SECONDS[unit], 0);
}

const TIME_RULE = "write seconds, or for example 90s, 5m, 1h30m or 0.5 day";

/** An option for a positive duration as a number of seconds or with units: `90`, `90s`, `5m`, `1.5 hours`. Its value is in seconds. */
export function duration(
  settings: Settings & Pick<Valued<number>, "example" | "defaultText">,
  describe: string,
): Option<number | undefined> {
  return parsed<number, Valued<number>>({ ...settings, placeholder: "TIME" }, describe, async (text, label) => {
    const seconds = unitSeconds(text) ?? (await evaluateNumber(text, label, TIME_RULE, "s"));
    if (seconds > 0) return seconds;
    throw new InputError(`${label} ${text}: ${TIME_RULE}`);
  });
}

/**
 * Evaluates an option whose value is a list of ascending numbers: `2.5`, `1,2,2.5`, ranges that include both ends `1:0.25:3` (start, step,
 * end; the default step is 1), `linspace(1,3,9)`, and expressions such as `sqrt(2)`. Values are rounded to 12 significant digits, so that
 * 0.1 + 0.2 is 0.3.
 * @param option name for messages, such as `--ebn0`.
 * @param hint remedy for the error about an unreadable text.
 * @throws InputError with the option's name for a text that is unreadable, not finite and real, or not ascending.
 */
export async function evaluateList(text: string, option: string, hint = LIST_EXAMPLES): Promise<number[]> {
  return ascending(await evaluate(text, option, hint), text, option);
}

/**
 * Evaluates an option for one number: `1e6`, `2^20`, `10*60`; of an option that has a unit also `90 min`, `0.5 day` or `500 MB`. Same
 * errors as `evaluateList`.
 * @param unit unit of the result as mathjs writes it, such as `s` or `GiB`. A number alone is in this unit.
 */
export async function evaluateNumber(
  text: string,
  option: string,
  hint = LIST_EXAMPLES,
  unit?: string,
): Promise<number> {
  const values = ascending(await evaluate(text, option, hint, unit), text, option);
  if (values.length !== 1) throw new InputError(`${option} "${text}" stands for ${values.length} numbers: give one`);
  return values[0];
}

async function evaluate(text: string, option: string, hint: string, unit?: string): Promise<number[]> {
  try {
    refuseDifference(text);
    return listedNumbers(text) ?? (await evaluateExpression(text, option, hint, unit));
  } catch (error) {
    if (error instanceof InputError) throw error;
    // mathjs's messages explain its own language.
    const reason = error instanceof RangeFault ? error.message : unreadableText(text);
    throw new InputError(`${option} "${text}" ${reason}: ${hint}`);
  }
}

/** Refuses `1-3`, which can be meant as a range. @throws RangeFault with both meanings. */
function refuseDifference(text: string): void {
  const [, first, last] = DIFFERENCE.exec(text) ?? [];
  if (Number(first) >= Number(last) || first === undefined) return;
  throw new RangeFault(
    `is a difference below 0 (a range is ${first}:${last}, and a number ${Number(first) - Number(last)})`,
  );
}

/** The fault of a text that is no number: `has "GiB" behind its number`, or that it cannot be read. */
function unreadableText(text: string): string {
  const unit = TRAILED.exec(text)?.[1];
  return unit === undefined ? "cannot be read" : `has "${unit}" behind its number`;
}

const DIFFERENCE = /^\s*(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)\s*$/;
/** A number and a unit, or the like. */
const TRAILED = new RegExp(`^${NUMBER}([a-z%µ°][\\w/²³]*)$`, "i");

async function evaluateExpression(text: string, option: string, hint: string, unit?: string): Promise<number[]> {
  loading ??= loadMath();
  const math = await loading;
  const value: unknown = replaceMinutes(math, replaceRanges(math, math.parse(`listOf(${text})`))).evaluate();
  const values = (Array.isArray(value) ? value : [value]).map((item) =>
    unit !== undefined && math.isUnit(item) && item.equalBase(math.unit(unit)) ? item.toNumber(unit) : item,
  );
  const wrong = values.find((item) => typeof item !== "number" || !Number.isFinite(item));
  if (math.isUnit(wrong)) throw new RangeFault(unreadableText(text));
  if (wrong !== undefined)
    throw new InputError(`${option} "${text}" gives ${math.format(wrong, 6)}, not a finite real number: ${hint}`);
  return values as number[];
}

let loading: Promise<MathJsInstance> | undefined;

/** Loads mathjs when it is first needed, as loading it takes longer than the rest of the CLI's start. */
async function loadMath(): Promise<MathJsInstance> {
  const { create, all } = await import("mathjs");
  const math = create(all);
  math.import({ listOf: (...values: unknown[]) => values.flatMap(flatten), ascendingRange, linspace });
  return math;
}

/** Replaces ranges by our own function, because mathjs gives an empty matrix for a descending range. */
function replaceRanges(math: MathJsInstance, tree: MathNode): MathNode {
  return tree.transform((node) => {
    if (!math.isRangeNode(node)) return node;
    const step = node.step ?? new math.ConstantNode(1);
    return new math.FunctionNode("ascendingRange", [node.start, step, node.end]);
  });
}

/** Reads `min` that is not called as minutes, because mathjs knows it as a function alone. */
function replaceMinutes(math: MathJsInstance, tree: MathNode): MathNode {
  return tree.transform((node, path) =>
    math.isSymbolNode(node) && node.name === "min" && path !== "fn" ? new math.SymbolNode("minutes") : node,
  );
}

function flatten(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(flatten);
  const inner = (value as { toArray?: () => unknown } | null)?.toArray;
  return inner === undefined ? [value] : flatten(inner.call(value));
}
