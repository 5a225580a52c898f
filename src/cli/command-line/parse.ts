import { Parser } from "yargs/helpers";
import { z } from "zod";
import { InputError, type InputLocation } from "../../errors.ts";
import { fitted, isObject, jsonValue } from "../../json.ts";
import { meantText, nearest } from "../../nearest.ts";
import { readBounded } from "../../node/disk/disk.ts";
import { shellWord } from "../../shell-word.ts";
import { wordList } from "../../word-list.ts";
import {
  type Command,
  camel,
  type Given,
  type GivenOption,
  kebab,
  type Option,
  type OptionTable,
  optionLabel,
  type Values,
} from "./option.ts";

/**
 * Reads the options of a command from its arguments and a config file, if one is named.
 * @param name the command in messages: `ldpc simulate`.
 * @throws UsageError for invalid arguments.
 */
export async function readArguments<Table extends OptionTable>(
  command: Command<Table>,
  name: string,
  argv: readonly string[],
): Promise<{ readonly options: Values<Table>; readonly given: Given }> {
  const said = parseArguments(argv, command.options, name);
  const given = command.complete?.(said, command.options) ?? said;
  return { options: await readOptions(command.options, given, name), given };
}

/**
 * Parses the arguments of a command: options by name (`--name value` or `--name=value`; a value that begins with a minus sign and a digit,
 * or is `-`, needs no `=`) and operands by position. Only operands follow `--`.
 * @param command the command in messages: `ldpc simulate`.
 * @throws UsageError for an unknown option, an option without its value, a repeated option, or too many operands.
 */
export function parseArguments(argv: readonly string[], table: OptionTable, command: string): Given {
  const named = Object.entries(table).filter(([, { positional }]) => !positional);
  const taking = (...takes: readonly Option["takes"][]) =>
    named.filter(([, option]) => takes.includes(option.takes)).map(([name]) => name);
  const flags = taking("nothing");
  refuseFlagValues(argv, flags);
  const { _: operands, ...found } = Parser(withNegatives(argv), {
    boolean: flags,
    string: taking("one", "each", "many"),
    array: taking("many"),
    configuration: WORDS_AS_THEY_ARE,
  });
  const given = new Map<string, GivenOption>();
  for (const [name, value] of Object.entries(found) as [string, string | boolean | string[]][]) {
    const option = named.find(([each]) => each === name)?.[1];
    const values: readonly unknown[] = [value].flat();
    // The parser reads --no-x as false for x.
    if (values.includes(false) && option?.takes !== "nothing") throw unknownOption(`no-${name}`, argv, table, command);
    if (option === undefined) throw unknownOption(name, argv, table, command);
    const texts = values.map(String);
    if (texts.length === 0 || texts.includes("")) throw missingValue(name, option);
    if (texts.length > 1 && option.takes === "one")
      throw new UsageError(`--${name} is given more than once: give it once`);
    given.set(name, { texts });
  }
  placeOperands(operands.map(String), argv, given, table, command);
  return given;
}

/** Settings of yargs that leave texts and names unchanged. The table of options decides their meaning. */
const WORDS_AS_THEY_ARE = {
  "camel-case-expansion": false,
  "dot-notation": false,
  "parse-numbers": false,
  "parse-positional-numbers": false,
  "short-option-groups": false,
};

/** Joins a value such as -1:0.5:3, or - for stdin, which the parser would take for an option, to the option's name. */
function withNegatives(argv: readonly string[]): string[] {
  const joined: string[] = [];
  for (const argument of argv) {
    const before = joined.at(-1);
    const isValue = /^-([\d.]|$)/.test(argument) && before !== undefined && /^--[^=]+$/.test(before);
    if (isValue && !joined.includes("--")) joined[joined.length - 1] = `${before}=${argument}`;
    else joined.push(argument);
  }
  return joined;
}

function refuseFlagValues(argv: readonly string[], flags: readonly string[]): void {
  for (const argument of argv) {
    if (argument === "--") return;
    const [, name, value] = /^--([^=]+)=(.*)$/s.exec(argument) ?? [];
    if (flags.includes(name) || flags.some((flag) => name === `no-${flag}`))
      throw new UsageError(`--${name} takes no value: leave out "=${value}"`);
  }
}

function unknownOption(name: string, argv: readonly string[], table: OptionTable, command: string): UsageError {
  if (table[name]?.positional)
    return new UsageError(`${command} has no option --${name}; give <${name}> without a name`);
  const known = Object.entries(table)
    .filter(([, { positional }]) => !positional)
    .flatMap(([each, { takes }]) => (takes === "nothing" ? [each, `no-${each}`] : [each]));
  const said = argv.some((argument) => argument.split("=")[0] === `-${name}`) ? `-${name}` : `--${name}`;
  const hint = meantText(kebab(name), known, (each) => `--${each}`) ?? `see ${command} --help`;
  return new UsageError(`${command} has no option ${said}; ${hint}`);
}

function missingValue(name: string, option: Option): UsageError {
  const { choices } = option;
  const values = choices === undefined ? `, for example ${shellExample(option)}` : `: ${wordList(choices, "or")}`;
  return new UsageError(`--${name} needs a value${values}`);
}

function placeOperands(
  operands: readonly string[],
  argv: readonly string[],
  given: Map<string, GivenOption>,
  table: OptionTable,
  command: string,
): void {
  let next = 0;
  for (const [name, { takes }] of Object.entries(table).filter(([, { positional }]) => positional)) {
    const texts = takes === "many" ? operands.slice(next) : operands.slice(next, next + 1);
    next += texts.length;
    if (texts.length > 0) given.set(name, { texts });
  }
  if (next === operands.length) return;
  const hint = strayHint(operands.slice(next), argv, given, table);
  throw new UsageError(`unknown argument "${operands[next]}": ${hint ?? `${command} takes ${placesText(table)}`}`);
}

/** `only <folder>`. */
function placesText(table: OptionTable): string {
  const places = Object.keys(table).filter((name) => table[name].positional);
  return places.length === 0 ? "no arguments without a name" : `only ${places.map((name) => `<${name}>`).join(" ")}`;
}

/**
 * Reads the values of the options.
 * @throws UsageError for a missing option or an unreadable value. It names the config file if the option is in it.
 */
export async function readOptions<Table extends OptionTable>(
  table: Table,
  given: Given,
  command: string,
): Promise<Values<Table>> {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(table))
    values[camel(name)] = await readOption(name, option, given, command);
  return values as Values<Table>;
}

async function readOption(name: string, option: Option, given: Given, command: string): Promise<unknown> {
  const said = given.get(name);
  const label = said?.saidAs === undefined ? optionLabel(name, option) : `--${said.saidAs}`;
  if (said === undefined) {
    if (!option.required) return option.absent;
    const example = option.positional ? shellExample(option) : `${label} ${shellExample(option)}`;
    throw new UsageError(`${command} needs ${label}, for example ${example}`);
  }
  const { choices } = option;
  const wrong = choices === undefined ? undefined : said.texts.find((text) => !choices.includes(text));
  try {
    if (wrong !== undefined) throw new InputError(`${label} "${wrong}" is unknown: choose ${wordList(choices!, "or")}`);
    return await option.read(said.texts, label);
  } catch (error) {
    const isNamed = !(error instanceof InputError) || error.message.startsWith(label);
    const place = { file: said.file, line: said.line };
    throw usageError(isNamed ? error : new InputError(`${label}: ${error.message}`), place);
  }
}

/** An option's example in shell syntax. */
export function shellExample({ takes, example }: Option): string {
  return takes === "many" ? example : shellWord(example);
}

/**
 * The likely meaning of arguments that stand where a command takes none, with the command line that has it; undefined if none is likely.
 * @param words the arguments. @param argv the whole command line. @param given the options that it names.
 */
function strayHint(
  words: readonly string[],
  argv: readonly string[],
  given: ReadonlyMap<string, GivenOption>,
  table: OptionTable,
): string | undefined {
  return unquotedHint(words, given) ?? listHint(words, argv, given, table) ?? unnamedHint(words[0], given, table);
}

/** Options of a code or a decoder that are no part of its word: `--decoder min-sum messages=int8`. */
function unquotedHint(words: readonly string[], given: ReadonlyMap<string, GivenOption>): string | undefined {
  const name = ["decoder", "code"].find((each) => given.has(each) && words.every((word) => /^[a-z-]+=\S+$/.test(word)));
  if (name === undefined) return undefined;
  const whole = [...given.get(name)!.texts, ...words].join(" ");
  return `quote --${name} with its options, --${name} ${shellWord(whole)}`;
}

/** Numbers behind the first one of a list: `--ebn0 1 2 3`. */
function listHint(
  words: readonly string[],
  argv: readonly string[],
  given: ReadonlyMap<string, GivenOption>,
  table: OptionTable,
): string | undefined {
  if (!words.every((word) => /^[\d.]/.test(word))) return undefined;
  const name = [...given.keys()].find((each) => stands(words[0], each, argv));
  if (name === undefined) return undefined;
  const { texts } = given.get(name)!;
  // An example with several values shows that the option takes a list.
  if (!/[:,]/.test(table[name].example)) return `--${name} takes one value`;
  return `write the values of --${name} without blanks, --${name} ${shellWord([...texts, ...words].join(","))}`;
}

/** Whether a word stands right behind the value of an option. */
function stands(word: string, option: string, argv: readonly string[]): boolean {
  return argv.some(
    (each, i) => each === word && (argv[i - 2] === `--${option}` || argv[i - 1]?.startsWith(`--${option}=`)),
  );
}

/** The value of an option that the command needs, or of its code, without the option's name: `bench wimax-576-288`. */
function unnamedHint(word: string, given: ReadonlyMap<string, GivenOption>, table: OptionTable): string | undefined {
  const [name] = Object.keys(table).filter(
    (each) => !given.has(each) && !table[each].positional && (each === "code" || table[each].required),
  );
  return name === undefined ? undefined : `did you mean --${name} ${shellWord(word)}?`;
}

/** An error in the command line itself, not in a file or device. The exit status is 2. */
export class UsageError extends InputError {}

/**
 * Converts an InputError about options to an error of the command line. Other errors stay unchanged.
 * @param location location of the options for an error without one.
 */
export function usageError(error: unknown, location?: InputLocation): unknown {
  if (!(error instanceof InputError) || error instanceof UsageError) return error;
  return new UsageError(error.message, error.location.file === undefined ? location : {});
}

/** Checks options. An InputError becomes an error of the command line. */
export function checkUsage<Result>(check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    throw usageError(error);
  }
}

/** Maximum length of a config file. Ten thousand points take a fifth of it. */
export const CONFIG_CHARACTERS = 2 ** 20;

const TEXT = z.string();
const NUMBER = z.union([TEXT, z.number().transform(String)], { error: "it must be a number, or a text" });

/** Allowed values of an option in a config file, converted to texts of the command line. */
const FORMS: Readonly<Record<Option["json"], z.ZodType<string>>> = {
  text: TEXT,
  number: NUMBER,
  numbers: z.union([NUMBER, z.array(z.number()).transform(String)], { error: "it must be a number, a list or a text" }),
  flag: z.boolean().transform(String),
};

/**
 * The options of a command line, completed by the options of the file that --config names.
 * @throws InputError with the file's name if the file cannot be read or contains an invalid option.
 */
export function withConfigFile(said: Given, table: OptionTable): Given {
  const config = said.get("config");
  return config === undefined ? said : new Map([...readConfigFile(config.texts[0], table), ...said]);
}

/** The schema of a config file with options of a table, under their names on the command line. */
export function configSchema(table: OptionTable) {
  const entries = Object.entries(table).filter(([name, { positional }]) => !positional && name !== "config");
  return z.strictObject(Object.fromEntries(entries.map(([name, option]) => [name, formOf(option).optional()])));
}

function formOf({ choices, json }: Option): z.ZodType<string> {
  return choices === undefined ? FORMS[json] : z.enum(choices as [string, ...string[]]);
}

const unreadable = (reason: string, code: string | undefined) =>
  code === "EISDIR"
    ? "--config names a folder: name a JSON file with options; ldpc simulate --again repeats the run of a folder"
    : `--config cannot be read, ${reason}: name a JSON file with options`;

/**
 * Reads the options of a config file.
 * @throws InputError with the file's name for a file that cannot be read, an unknown option or an invalid value.
 */
export function readConfigFile(file: string, table: OptionTable): Given {
  const schema = configSchema(table);
  const value = jsonValue(configText(file, unreadable), { file }, CONFIG_CHARACTERS);
  const unknown = isObject(value) ? Object.keys(value).find((name) => !(name in schema.shape)) : undefined;
  if (unknown !== undefined) {
    const meant = nearest(unknown, Object.keys(schema.shape));
    const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
    throw new InputError(`--config: there is no option "${unknown}"${hint}`, { file });
  }
  const { content, misfit } = fittedTexts(value, schema);
  if (misfit !== undefined)
    throw new InputError(`--config: ${[...misfit.path, ""].join(": ")}${misfit.message}`, { file });
  return new Map(Object.entries(content).map(([name, text]) => [name, { texts: [text], file }]));
}

function fittedTexts(value: unknown, schema: ReturnType<typeof configSchema>) {
  const result = fitted(value, schema);
  if (result.misfit !== undefined) return { content: {}, misfit: result.misfit };
  const given = Object.entries(result.content).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { content: Object.fromEntries(given) };
}

/**
 * Reads the text of a config file, and removes the comments from its JSON.
 * @param refusal message for a file that cannot be read, given the reason in words and the operating system's code.
 * @throws InputError with the file's name for a file that cannot be read or is too long.
 */
export function configText(file: string, refusal: (reason: string, code: string | undefined) => string): string {
  // A character takes at most four bytes.
  const text = readBounded(
    file,
    4 * CONFIG_CHARACTERS,
    (reason, code) => new InputError(refusal(reason, code), { file }),
  );
  return withoutComments(text);
}

/** A string, which may contain comment signs, or a comment. */
const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** Replaces the comments of a JSON text (`// …` and `/*`) by spaces. Lines and columns in messages stay correct. */
function withoutComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, (found) => (found.startsWith("/") ? found.replace(/[^\n]/g, " ") : found));
}
