import { DeviceLostError, InputError } from "../errors.ts";
import { meantText } from "../nearest.ts";
import { packageVersion } from "../node/program.ts";
import { commandHelp, type HelpExtent, listHelp, referencePage, screenWidth } from "./command-line/help.ts";
import { type CommandEntry, type CommandList, isList } from "./command-line/option.ts";
import { readArguments, UsageError } from "./command-line/parse.ts";
import { program } from "./commands.ts";
import { CommandExit, exitStatus } from "./exit.ts";
import { print } from "./output.ts";

/**
 * Runs one command line. It returns the exit status: 0, 1 after an error, 2 for an invalid command line, 3 if a result differs from the
 * requested one, 130 after Ctrl-C, 129 after SIGHUP. An error that the user can correct is one line on stderr. Any other error is a fault of
 * the program and has its stack.
 * @param argv the arguments without node and script.
 */
export async function runCli(argv: readonly string[], list: CommandList = program): Promise<number> {
  try {
    await runCommandLine(argv, list);
    return 0;
  } catch (error) {
    process.stderr.write(failureText(error));
    if (error instanceof CommandExit) return exitStatus(error.status);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** The argument with which the script of `ldpc completion` requests words. The program's name and the typed words follow. */
const ASKS_FOR_WORDS = "--get-yargs-completions";

/** Runs a command line as a part of another command. @throws the error of the command. */
export async function runCommandLine(argv: readonly string[], list: CommandList = program): Promise<void> {
  if (argv[0] === "--version") print(packageVersion());
  else if (argv[0] === ASKS_FOR_WORDS) {
    const { completions } = await import("./completion.ts");
    print((await completions(list, argv.slice(2))).join("\n"));
  } else if (argv[0] === "help" && argv[1] === "--markdown") print(await referencePage(list, "ldpc"));
  else if (argv[0] === "help" && (argv[1] === "--schemas" || argv[1] === "--results")) {
    const { resultSchemas, resultsPage } = await import("./results.ts");
    print(argv[1] === "--schemas" ? JSON.stringify(resultSchemas(), null, 2) : resultsPage());
  } else if (argv[0] === "help") await runList(list, "ldpc", [...argv.slice(1), "--help"]);
  else await runList(list, "ldpc", argv);
}

async function runList(list: CommandList, path: string, argv: readonly string[]): Promise<void> {
  const [name, ...rest] = argv;
  if (list.entries.length === 0 && list.none !== undefined) {
    if (name !== undefined && !isHelp(name)) throw new UsageError(list.none);
    return print(list.none);
  }
  if (name === undefined || isHelp(name)) {
    const summaries = await Promise.all(list.entries.map(summaryOf));
    const extent = name === "--help-all" ? "all" : "usual";
    return print(listHelp(list, path, summaries, screenWidth(process.stdout.columns), extent));
  }
  const entry = list.entries.find((each) => each.name === name);
  if (entry === undefined) throw unknownCommand(list, path, name);
  const item = await entry.load();
  const command = `${path} ${name}`;
  if (isList(item)) return runList(item, command, rest);
  const extent = helpExtent(rest);
  if (extent !== undefined)
    return print(commandHelp(item, command, await summaryOf(entry), screenWidth(process.stdout.columns), extent));
  const { options, given } = await readArguments(item, command, rest);
  await item.run(options, given);
}

async function summaryOf({ summary }: CommandEntry): Promise<string> {
  return typeof summary === "string" ? summary : summary();
}

function isHelp(argument: string): boolean {
  return argument === "--help" || argument === "-h" || argument === "--help-all";
}

/** The extent of help that the arguments request; undefined without a request. */
function helpExtent(argv: readonly string[]): HelpExtent | undefined {
  const end = argv.indexOf("--");
  const asked = argv.slice(0, end < 0 ? argv.length : end).filter(isHelp);
  if (asked.length === 0) return undefined;
  return asked.includes("--help-all") ? "all" : "usual";
}

function unknownCommand({ noun, entries }: CommandList, path: string, name: string): UsageError {
  const names = entries.map((each) => each.name);
  const hint = meantText(name, names) ?? `${path} --help lists the ${noun}s`;
  return new UsageError(`unknown ${name.startsWith("-") ? "option" : noun} "${name}"; ${hint}`);
}

function failureText(error: unknown): string {
  if (error instanceof InputError || error instanceof DeviceLostError || error instanceof CommandExit)
    return `ldpc: ${error.message}\n`;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `ldpc: unexpected error, please report it with the command and this text\n${stack}\n`;
}
