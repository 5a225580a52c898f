import { markdownTable } from "../../report/markdown.ts";
import { type AnyCommand, type CommandEntry, type CommandList, isList } from "./command.ts";
import { exampleText, optionGroups, optionText, optionUsage, sentence, usageLine } from "./help.ts";

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

function commandParts({ options, examples = [] }: AnyCommand, name: string): string[] {
  const tables = optionGroups(options).map(([group, names]) => {
    const rows = names.map((each) => {
      const example = exampleText(each, options[each]);
      return [code(optionUsage(each, options[each])), optionText(options[each]), example === "" ? "" : code(example)];
    });
    return markdownTable([group, "", "Example"], rows);
  });
  return [
    shell([usageLine(options, name)]),
    ...tables,
    ...(examples.length === 0 ? [] : [shell(examples.flatMap(({ line, does }) => [`# ${does}`, line]))]),
  ];
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
