import { Parser } from "yargs/helpers";
import { InputError } from "../../errors.ts";
import { meantText } from "../../nearest.ts";
import { shellWord } from "../../shell-word.ts";
import { camel, kebab } from "./case.ts";
import type { Command, Given, GivenOption, Values } from "./command.ts";
import { type Option, type OptionTable, optionLabel } from "./option.ts";
import { strayHint } from "./stray-argument.ts";
import { UsageError, usageError } from "./usage-error.ts";

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
    if (values.includes(false) && option?.takes !== "nothing") {
      throw unknownOption(`no-${name}`, argv, table, command);
    }
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
  if (table[name]?.positional) {
    return new UsageError(`${command} has no option --${name}; give <${name}> without a name`);
  }
  const known = Object.entries(table)
    .filter(([, { positional }]) => !positional)
    .flatMap(([each, { takes }]) => (takes === "nothing" ? [each, `no-${each}`] : [each]));
  const said = argv.some((argument) => argument.split("=")[0] === `-${name}`) ? `-${name}` : `--${name}`;
  const hint = meantText(kebab(name), known, (each) => `--${each}`) ?? `see ${command} --help`;
  return new UsageError(`${command} has no option ${said}; ${hint}`);
}

function missingValue(name: string, option: Option): UsageError {
  const { choices } = option;
  const values = choices === undefined ? `, for example ${shellExample(option)}` : `: ${wordList(choices)}`;
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
  const label = optionLabel(name, option);
  const said = given.get(name);
  if (said === undefined) {
    if (!option.required) return option.absent;
    const example = option.positional ? shellExample(option) : `${label} ${shellExample(option)}`;
    throw new UsageError(`${command} needs ${label}, for example ${example}`);
  }
  const { choices } = option;
  const wrong = choices === undefined ? undefined : said.texts.find((text) => !choices.includes(text));
  try {
    if (wrong !== undefined) throw new InputError(`${label} "${wrong}" is unknown: choose ${wordList(choices!)}`);
    return await option.read(said.texts, label);
  } catch (error) {
    const isNamed = !(error instanceof InputError) || error.message.startsWith(label);
    const place = { file: said.file, line: said.line };
    throw usageError(isNamed ? error : new InputError(`${label}: ${error.message}`), place);
  }
}

/** `auto, gpu or cpu`. */
export function wordList(words: readonly string[], last = "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

/** An option's example in shell syntax. */
export function shellExample({ takes, example }: Option): string {
  return takes === "many" ? example : shellWord(example);
}
