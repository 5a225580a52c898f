import type { Argv } from "yargs";
import type { Command } from "../../src/cli/command.ts";
import { commands } from "../../src/cli/commands.ts";
import { CommandExit } from "../../src/cli/exit.ts";
import { runCli } from "../../src/cli/run.ts";
import { listenedTo } from "./run-in-process.ts";

/** Exit status of a command line that was read to its end. */
const PARSED = 77;

const parsedOnly = commands.map((command): Command => {
  const build = command.builder as ((yargs: Argv) => Argv | Promise<Argv>) | undefined;
  const builder = async (yargs: Argv) =>
    ((await build?.(yargs)) ?? yargs).middleware(() => {
      throw new CommandExit("parsed", PARSED);
    });
  return { ...command, builder: builder as never };
});

/**
 * Reads a command line with the parser of the command line, without running the command.
 * @returns what is wrong with it, or "" if nothing is. A request for help is right.
 */
export async function commandProblem(argv: readonly string[]): Promise<string> {
  const { status, stderr } = await listenedTo(() => runCli(argv, parsedOnly));
  return status === PARSED || (status === 0 && argv.includes("--help")) ? "" : stderr.trim();
}
