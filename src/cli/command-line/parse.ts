import { InputError } from "../../errors.ts";
import { nearest } from "../../nearest.ts";
import { camel, kebab } from "./case.ts";
import type { Command, Given, GivenOption, Values } from "./command.ts";
import { type Option, type OptionTable, optionLabel } from "./option.ts";
import { UsageError, usageError } from "./usage-error.ts";

/**
 * The options of a command as its arguments, and perhaps a config file, say them.
 * @param name the command in messages: `ldpc simulate`.
 * @throws UsageError for arguments that cannot be meant.
 */
export async function readArguments<Table extends OptionTable>(
  command: Command<Table>,
  name: string,
  argv: readonly string[],
): Promise<{ readonly options: Values<Table>; readonly given: Given }> {
  const said = parseArguments(argv, command.options, name);
  const given = command.complete?.(said) ?? said;
  return { options: await readOptions(command.options, given, name), given };
}

/**
 * What the arguments of a command say: options by name (`--name value` or `--name=value`; a value that begins with a minus
 * sign and a digit needs no `=`), operands by place, nothing but operands after `--`.
 * @param command the command in messages: `ldpc simulate`.
 * @throws UsageError for an unknown option, one without its value, one that is given twice, or too many operands.
 */
export function parseArguments(argv: readonly string[], table: OptionTable, command: string): Given {
  const given = new Map<string, GivenOption>();
  const operands: string[] = [];
  for (let i = 0; i < argv.length; ) {
    if (argv[i] === "--") {
      operands.push(...argv.slice(i + 1));
      break;
    }
    if (!isOption(argv[i])) {
      operands.push(argv[i++]);
      continue;
    }
    const { name, option, inline, negated } = findOption(argv[i++], table, command);
    const texts: string[] = inline === undefined ? [] : [inline];
    if (option.takes === "nothing") {
      if (inline !== undefined) throw new UsageError(`--${name} takes no value: leave out "=${inline}"`);
      texts.push(String(!negated));
    } else {
      const most = option.takes === "many" ? Number.POSITIVE_INFINITY : 1;
      while (i < argv.length && !isOption(argv[i]) && texts.length < most) texts.push(argv[i++]);
    }
    if (texts.length === 0 || texts.includes("")) throw missingValue(name, option);
    keep(given, name, option, texts);
  }
  placeOperands(operands, given, table, command);
  return given;
}

/** Whether an argument is an option's name and not a value, as `-1:0.5:3` is, or `-` for standard input. */
function isOption(argument: string): boolean {
  return /^-./.test(argument) && !/^-[\d.]/.test(argument);
}

function findOption(argument: string, table: OptionTable, command: string) {
  const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
  const known = Object.keys(table).filter((each) => !table[each].positional);
  if (name !== undefined) {
    if (known.includes(name)) return { name, option: table[name], inline, negated: false };
    const positive = name.replace(/^no-/, "");
    if (positive !== name && known.includes(positive) && table[positive].takes === "nothing") {
      return { name: positive, option: table[positive], inline, negated: true };
    }
  }
  const meant = nearest(kebab(name ?? argument.replace(/^-+/, "")), known);
  const hint = meant === undefined ? `see ${command} --help` : `did you mean --${meant}?`;
  throw new UsageError(`${command} has no option ${name === undefined ? argument : `--${name}`}; ${hint}`);
}

function missingValue(name: string, option: Option): UsageError {
  const { choices } = option;
  const values = choices === undefined ? `, for example ${shellExample(option)}` : `: ${wordList(choices)}`;
  return new UsageError(`--${name} needs a value${values}`);
}

function keep(given: Map<string, GivenOption>, name: string, option: Option, texts: readonly string[]): void {
  const before = given.get(name);
  if (before === undefined || option.takes === "many" || option.takes === "each") {
    given.set(name, { texts: [...(before?.texts ?? []), ...texts] });
  } else if (option.takes === "one") {
    throw new UsageError(`--${name} is given more than once: say it once`);
  } else given.set(name, { texts });
}

function placeOperands(
  operands: readonly string[],
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
  const places = Object.keys(table).filter((name) => table[name].positional);
  const taken =
    places.length === 0 ? "no arguments without a name" : `only ${places.map((name) => `<${name}>`).join(" ")}`;
  throw new UsageError(`unknown argument "${operands[next]}": ${command} takes ${taken}`);
}

/**
 * The values of the options.
 * @throws UsageError for an option that is missing or whose value cannot be read, naming the config file if it stands there.
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
    throw usageError(isNamed ? error : new InputError(`${label}: ${error.message}`), { file: said.file });
  }
}

/** `auto, gpu or cpu`. */
export function wordList(words: readonly string[], last = "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

/** An option's example as one writes it in a shell. */
export function shellExample({ takes, example }: Option): string {
  return takes === "many" ? example : quoted(example);
}

/** A value as one writes it in a shell. */
export function quoted(value: string): string {
  return /^[\w.,:;/=+@%^-]+$/.test(value) ? value : `'${value}'`;
}
