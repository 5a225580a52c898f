import { counted } from "../../report/format.ts";
import { markdownTable, wrapText } from "../../report/table.ts";
import {
  type AnyCommand,
  type CommandEntry,
  type CommandList,
  type Examples,
  isList,
  type Option,
  type OptionTable,
  optionLabel,
} from "./option.ts";
import { shellExample } from "./parse.ts";

/** Maximum width of the column of names. */
const NAMES_MAXIMUM = 28;
/** Longest list of choices in the place of a value. The description names longer ones. */
const CHOICES_SHOWN = 64;
const INDENT = "  ";

/** Number of examples on a command's usual page. */
const USUAL_EXAMPLES = 2;
/** Lines of a screen. A longer list shows names alone. */
const SCREEN_LINES = 50;

/** The options on a command's page: the usual options, or seldom needed options too. */
export type HelpExtent = "usual" | "all";

/** The page of a command: usage, effect, operands and options by group, examples. */
export function commandHelp(
  command: AnyCommand,
  name: string,
  summary: string,
  width: number,
  extent: HelpExtent = "usual",
): string {
  const { about = [], examples = {} } = command;
  const table: OptionTable = command.options;
  const seldom = Object.keys(table).filter((each) => table[each].seldom && !table[each].hidden);
  const usual = Object.entries(table).filter(([each]) => extent === "all" || !seldom.includes(each));
  const options: OptionTable = Object.fromEntries(usual);
  return paragraphs([
    `Usage: ${usageLine(table, name)}`,
    ...[sentence(summary), ...(extent === "all" ? about : about.slice(0, 1))].map((text) =>
      wrapText(text, width).join("\n"),
    ),
    ...optionGroups(options).map(([group, names]) =>
      section(
        group,
        names.map((each) => [optionUsage(each, options[each]), optionText(options[each])] as const),
        width,
      ),
    ),
    ...exampleSection(examples, width, extent === "all" ? undefined : USUAL_EXAMPLES),
    ...(extent === "all" || seldom.length === 0
      ? []
      : [`${name} --help-all shows ${counted(seldom.length, "more option")}.`]),
  ]);
}

/**
 * A list of commands under their topics. If the list does not fit a screen, its usual page shows only names.
 * @param summaries summaries of the entries, in order.
 */
export function listHelp(
  list: CommandList,
  name: string,
  summaries: readonly string[],
  width: number,
  extent: HelpExtent = "usual",
): string {
  const { noun, about = [], entries, examples = {} } = list;
  const topics = [...new Set(entries.map(({ topic }) => topic))];
  const heading = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
  const of = (topic: string | undefined) =>
    entries.flatMap((entry, i) => (entry.topic === topic ? [[entry.name, summaries[i]] as const] : []));
  const page = (sections: readonly string[], last: string) =>
    paragraphs([
      `Usage: ${name} <${noun}> [options]`,
      ...about.map((text) => wrapText(text, width).join("\n")),
      ...sections,
      ...exampleSection(examples, width),
      last,
    ]);
  const whole = page(
    topics.map((topic) => section(topic ?? heading, of(topic), width)),
    `${name} <${noun}> --help explains ${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun} and its options.`,
  );
  if (extent === "all" || whole.split("\n").length <= SCREEN_LINES) return whole;
  return page(
    topics.map((topic) => {
      const names = of(topic).map(([each]) => each);
      return [topic ?? heading, ...wrapText(names.join(" "), width - INDENT.length).map((line) => INDENT + line)].join(
        "\n",
      );
    }),
    wrapText(`${name} --help-all says what each ${noun} does, and --help behind its name explains it.`, width).join(
      "\n",
    ),
  );
}

/** `ldpc status <folder> [options]`: the required arguments, and a hint at the options. */
function usageLine(options: OptionTable, name: string): string {
  const needed = Object.entries(options).flatMap(([each, option]) => {
    const usage = optionUsage(each, option);
    if (option.required) return [option.takes === "many" && option.positional ? `${usage}…` : usage];
    return option.positional ? [`[${usage}]`] : [];
  });
  const others = Object.values(options).some(({ required, positional }) => !required && !positional);
  return [name, ...needed, ...(others ? ["[options]"] : [])].join(" ");
}

/** The groups of a table's options in the order of their first options. */
function optionGroups(options: OptionTable): [group: string, names: string[]][] {
  const groups = new Map<string, string[]>();
  for (const [name, { group, hidden }] of Object.entries(options)) {
    if (!hidden) groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups];
}

/** `--max-errors N`. */
function optionUsage(name: string, option: Option): string {
  const { takes, placeholder, choices, positional } = option;
  const label = optionLabel(name, option);
  if (positional || takes === "nothing") return label;
  const listed = choices?.join("|") ?? placeholder;
  return `${label} ${listed.length > CHOICES_SHOWN ? placeholder : listed}${takes === "many" ? "…" : ""}`;
}

/** The help text of an option: its effect and its default. */
function optionText({ describe, defaultText, required, positional }: Option): string {
  const parts = [
    ...(defaultText === undefined ? [] : [`default: ${defaultText}`]),
    ...(required && !positional ? ["required"] : []),
  ];
  return parts.length === 0 ? describe : `${describe} (${parts.join("; ")})`;
}

/** A phrase as a sentence. */
function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return begun.endsWith(".") ? begun : `${begun}.`;
}

function section(heading: string, rows: readonly (readonly [name: string, text: string])[], width: number): string {
  const names = Math.min(NAMES_MAXIMUM, Math.max(...rows.map(([name]) => name.length)));
  const lines = rows.flatMap(([name, text]) => {
    const wrapped = wrapText(text, Math.max(24, width - names - 2 * INDENT.length));
    const head = name.length <= names ? [name.padEnd(names) + INDENT + wrapped.shift()] : [name];
    return [...head, ...wrapped.map((line) => " ".repeat(names) + INDENT + line)].map((line) => INDENT + line);
  });
  return [heading, ...lines].join("\n");
}

function exampleSection(examples: Examples, width: number, most?: number): string[] {
  const shown = Object.entries(examples).slice(0, most);
  if (shown.length === 0) return [];
  const lines = shown.flatMap(([line, does]) => [
    ...shellLines(line, width),
    ...wrapText(does, width - 3 * INDENT.length).map((text) => INDENT.repeat(3) + text),
  ]);
  return [["Examples", ...lines].join("\n")];
}

/** A command line on lines that fit the width. Each breaks before an option, or else before a word, and ends in a backslash. */
function shellLines(line: string, width: number): string[] {
  const units = line.match(/--?[a-z][\w-]* (?!-)(?:'[^']*'|[^\s'])+|(?:'[^']*'|[^\s'])+/g) ?? [];
  const lines: string[] = [];
  for (const unit of units) {
    const last = lines.at(-1);
    // A line that is not the last one has a backslash behind it.
    if (last !== undefined && last.length + unit.length + 3 <= width) lines[lines.length - 1] = `${last} ${unit}`;
    else lines.push(INDENT.repeat(lines.length === 0 ? 1 : 2) + unit);
  }
  return lines.map((text, i) => (i === lines.length - 1 ? text : `${text} \\`));
}

function paragraphs(texts: readonly string[]): string {
  return texts.join("\n\n");
}

/** Number of columns for output: the terminal's width, at most 120, or 100 without a terminal. */
export function screenWidth(columns: number | undefined): number {
  return Math.min(120, columns ?? 100);
}

/** An option with its example, in the form of the reference. */
function exampleText(name: string, option: Option): string {
  if (option.takes === "nothing") return "";
  return option.positional ? shellExample(option) : `${optionLabel(name, option)} ${shellExample(option)}`;
}

/** Paragraphs before the first command. */
const INTRODUCTION = [
  "This page is made by `npm run docs` from the tables that the command line itself reads. `ldpc COMMAND --help-all` shows the same, `--help` the usual options. `npm run docs` and `ldpc experiment` need a clone of the source repository.",
  "A value stands behind its option: `--ebn0 1:0.25:3` or `--ebn0=1:0.25:3`. `--no-NAME` takes a flag back that a config file sets. " +
    "Numbers may be expressions: `1e6`, `2^20`, `10*60`. Data go to stdout; progress and messages go to stderr.",
  "Exit status: 0 after success; 1 after an error; 2 if the command line itself is wrong; 3 if a result differs from the request (no " +
    "block verified, a point not consistent); 130 after Ctrl-C, 129 after the end of its terminal.",
];

/** The Markdown page of all commands, doc/reference/cli.md. @param name name of the program. */
export async function referencePage(list: CommandList, name: string): Promise<string> {
  const parts = [`# ${name}: commands and options`, ...INTRODUCTION, ...(await listParts(list, name, 2))];
  return `${parts.join("\n\n")}\n`;
}

async function listParts(list: CommandList, path: string, level: number): Promise<string[]> {
  const parts: string[] = [];
  for (const entry of list.entries) {
    const name = `${path} ${entry.name}`;
    const item = await entry.load();
    parts.push(`${"#".repeat(level)} ${name}`, sentence(await summaryOf(entry)), ...(item.about ?? []));
    if (!isList(item)) parts.push(...commandParts(item, name));
    else if (item.isBrief) parts.push(await entryTable(item));
    else parts.push(...(await listParts(item, name, level + 1)));
  }
  return parts;
}

function commandParts({ options, examples = {} }: AnyCommand, name: string): string[] {
  const tables = optionGroups(options).map(([group, names]) => {
    const rows = names.map((each) => {
      const example = exampleText(each, options[each]);
      return [code(optionUsage(each, options[each])), optionText(options[each]), example === "" ? "" : code(example)];
    });
    return markdownTable([group, "", "Example"], rows);
  });
  const lines = Object.entries(examples).flatMap(([line, does]) => [`# ${does}`, line]);
  return [shell([usageLine(options, name)]), ...tables, ...(lines.length === 0 ? [] : [shell(lines)])];
}

async function entryTable({ noun, entries }: CommandList): Promise<string> {
  const rows = await Promise.all(entries.map(async (entry) => [code(entry.name), await summaryOf(entry)]));
  return markdownTable([noun.charAt(0).toUpperCase() + noun.slice(1), ""], rows);
}

async function summaryOf({ summary }: CommandEntry): Promise<string> {
  return typeof summary === "string" ? summary : summary();
}

function code(text: string): string {
  return `\`${text}\``;
}

function shell(lines: readonly string[]): string {
  return ["```sh", ...lines, "```"].join("\n");
}
