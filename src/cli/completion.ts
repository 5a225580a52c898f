import yargs from "yargs";
import { type AnyCommand, type CommandList, choice, defineCommand, inGroup, isList } from "./command-line/option.ts";

export default defineCommand({
  options: inGroup("Output", {
    shell: choice(
      ["bash", "zsh"],
      { positional: true, defaultText: "by $SHELL" },
      "shell that reads the script: bash or zsh",
    ),
  }),
  about: ["Add the script to ~/.bashrc or ~/.zshrc, or read it into the shell that runs."],
  examples: { "ldpc completion zsh": "the script for zsh" },
  run({ shell }) {
    const { SHELL } = process.env;
    // yargs reads the shell's name only from this variable.
    if (shell !== undefined) process.env.SHELL = shell;
    yargs([]).scriptName("ldpc").completion("completion", false).showCompletionScript();
    if (shell !== undefined && SHELL !== undefined) process.env.SHELL = SHELL;
    else if (SHELL === undefined) delete process.env.SHELL;
  },
});

/**
 * Words that complete a command line: names of commands, names of options, or choices of an option. A position for a file or number has
 * none, because the shell has its own completion for it.
 * @param typed the words after `ldpc`. The last word is incomplete and may be empty.
 */
export async function completions(list: CommandList, typed: readonly string[]): Promise<string[]> {
  const current = typed.at(-1) ?? "";
  let item: AnyCommand | CommandList = list;
  for (const word of typed.slice(0, -1)) {
    if (!isList(item)) break;
    const entry: CommandList["entries"][number] | undefined = item.entries.find(({ name }) => name === word);
    if (entry === undefined) return [];
    item = await entry.load();
  }
  const words = isList(item) ? item.entries.map(({ name }) => name) : optionWords(item, typed.at(-2) ?? "", current);
  return words.filter((word) => word.startsWith(current));
}

function optionWords({ options }: AnyCommand, before: string, current: string): string[] {
  const { choices } = options[before.replace(/^--/, "")] ?? {};
  if (before.startsWith("--") && choices !== undefined) return choices;
  if (!current.startsWith("-")) return [];
  const shown = Object.keys(options).filter((name) => !options[name].positional && !options[name].hidden);
  return [...shown, "help"].map((name) => `--${name}`);
}
