import yargs from "yargs";
import { DeviceLostError, InputError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { packageVersion } from "../node/package-root.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import { CommandExit } from "./exit.ts";

/**
 * Runs one command line and returns the exit status: 0, 1 after an error, 3 where a result is not what was asked for, 130 after Ctrl-C. What the user can mend is one line on
 * stderr; anything else is a mistake of ours and comes with its stack.
 * @param argv the arguments without node and script.
 */
export async function runCli(argv: readonly string[], available: readonly Command[] = commands): Promise<number> {
  const parser = yargs([...argv])
    .scriptName("ldpc")
    .usage("$0 <command>\n\nLDPC codes over GF(2) … GF(256): construct, simulate and decode on WebGPU")
    .locale("en")
    .command([...available])
    .demandCommand(1, "no command given")
    .strictCommands()
    .strict()
    .help()
    .alias("help", "h")
    .version(packageVersion())
    .wrap(Math.min(120, process.stdout.columns ?? 100))
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? usageError(message, available);
    });
  try {
    await parser.parseAsync();
    return 0;
  } catch (error) {
    process.stderr.write(failureText(error));
    return error instanceof CommandExit ? error.status : 1;
  }
}

/** What yargs says about a wrong command line, in the form of our own messages. */
function usageError(message: string, available: readonly Command[]): InputError {
  const [, unknown] = /^Unknown command: (.*)$/.exec(message) ?? [];
  const names = available.map(({ command }) => String(command).split(" ")[0]);
  const meant = unknown === undefined ? undefined : nearest(unknown, names);
  const text = message.charAt(0).toLowerCase() + message.slice(1).replace(/\s*\n\s*/g, " ");
  return new InputError(`${text}; ${meant === undefined ? "see ldpc --help" : `did you mean ${meant}?`}`);
}

function failureText(error: unknown): string {
  if (error instanceof InputError || error instanceof DeviceLostError || error instanceof CommandExit)
    return `ldpc: ${error.message}\n`;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `ldpc: unexpected error, please report it with the command and this text\n${stack}\n`;
}
