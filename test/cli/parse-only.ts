import type { CommandEntry, CommandList } from "../../src/cli/command-line/option.ts";
import { program } from "../../src/cli/commands.ts";
import { CommandExit } from "../../src/cli/exit.ts";
import { runCli } from "../../src/cli/run.ts";
import { listenedTo } from "./run-in-process.ts";

/** Exit status of a command line that the parser accepts. */
const PARSED = 77;

/** The same commands with actions that have no effect. */
function parsedOnly(list: CommandList): CommandList {
  const entries = list.entries.map(
    (entry): CommandEntry => ({
      ...entry,
      async load() {
        const item = await entry.load();
        if ("entries" in item) return parsedOnly(item);
        return {
          ...item,
          run() {
            throw new CommandExit("parsed", PARSED);
          },
        };
      },
    }),
  );
  return { ...list, entries };
}

/**
 * Reads a command line with the parser of the command line, without running the command.
 * @returns the error, or "" for a valid command line. A request for help is valid.
 */
export async function commandProblem(argv: readonly string[]): Promise<string> {
  const { status, stderr } = await listenedTo(() => runCli(argv, parsedOnly(program)));
  return status === PARSED || (status === 0 && argv.includes("--help")) ? "" : stderr.trim();
}
