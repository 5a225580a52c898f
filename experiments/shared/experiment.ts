import { basename, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Command,
  camel,
  type Given,
  type OptionTable,
  undecidedFlag,
  type Values,
} from "../../src/cli/command-line/option.ts";
import { UsageError } from "../../src/cli/command-line/parse.ts";
import { CommandExit, untilInterrupted } from "../../src/cli/exit.ts";
import { ENGINE_OPTIONS, type EngineArguments } from "../../src/cli/options/decoder.ts";
import { tell } from "../../src/cli/output.ts";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { cpuPool } from "../../src/node/engine/cpu-pool.ts";
import { type EngineChoice, engineInfo, openEngine } from "../../src/node/engine/engines.ts";
import { INTERRUPTED } from "../../src/node/program.ts";
import { citation, type PaperName } from "../../src/papers.ts";
import { shellWord } from "../../src/shell-word.ts";
import { Interrupted, Lab } from "./lab.ts";

const QUICK = undecidedFlag("sizes that end within two minutes on two CPU cores; --no-quick: the full sizes", {
  group: "Measurement",
  defaultText: "without a GPU",
});

/** Options by their names in the table. */
type QuickValues = Readonly<Record<string, unknown>>;

type QuickOf<Table> = { readonly [Name in keyof Table]?: unknown };

/** The declaration in a file of experiments/. */
export interface ExperimentDefinition<Table extends OptionTable> {
  /** Its name in `ldpc experiment NAME`. */
  readonly name: string;
  /** Summary of the experiment, in half a line. */
  readonly summary: string;
  /** The paper whose table or figure it repeats. */
  readonly paper?: PaperName;
  readonly options: Table;
  /** Values of --quick for options that the command line leaves out; options of group Output are files to write. */
  readonly quick?: QuickOf<Table> | ((given: Given) => QuickOf<Table>);
  /** Whether the options need no measurement: then no device is opened and --quick has no effect. */
  readonly computes?: boolean | ((options: Values<Table>) => boolean);
  /**
   * The engine to open. `device`: the engine of the engine options. `processes`: the same engine, which commands of the experiment
   * open. `core`: the CPU engine on one core. `device` if left out.
   */
  readonly opens?: "device" | "processes" | "core";
  run(options: Values<Table>, lab: Lab, given: Given): void | Promise<void>;
}

/** The export of a file of experiments/. */
export type Experiment<Table extends OptionTable> = Command<Table> & {
  readonly name: string;
  readonly summary: string;
  /** Values of --quick for options that the command line leaves out. */
  quickOf(given: Given): QuickValues;
};

/**
 * The command of an experiment. It first prints its subject and its device, takes the sizes of --quick on request or
 * without a GPU, and after Ctrl-C prints the results that are kept and the command that continues.
 */
export function defineExperiment<const Table extends OptionTable>(
  definition: ExperimentDefinition<Table>,
): Experiment<Table> {
  const { name, summary, paper, options: table, computes = false, opens = "device" } = definition;
  if (name === nameOfScript()) void startAsCommand(name);
  return {
    name,
    summary,
    about: paper === undefined ? undefined : [`Paper: ${citation(paper)}.`],
    // An experiment that measures a processor, or nothing, takes the option that all others have.
    options: { engine: ENGINE_OPTIONS.engine, ...table, quick: QUICK },
    quickOf: (given) => quickOf(definition, given),
    async run(options, given) {
      const isComputed = typeof computes === "boolean" ? computes : computes(options);
      if (opens === "core" && (options as Pick<EngineArguments, "engine">).engine === "gpu") {
        throw new UsageError("this experiment measures one core of the CPU: leave --engine gpu out");
      }
      if (isComputed) {
        if (given.has("engine")) tell("nothing is measured, so --engine has no effect");
        requireDistinctFiles(table, options);
        await definition.run(options, new Lab(undefined, undefined, false, new AbortController().signal), given);
        return;
      }
      tell(`${name}: ${summary}${paper === undefined ? "" : `\n${citation(paper)}`}`);
      await untilInterrupted(async (signal) => {
        // An experiment may have none of the engine options: then the device is the usual one.
        const { engine: kind, adapter, memory, jobs } = options as Partial<EngineChoice>;
        const choice = { engine: kind, adapter, memory, jobs };
        const engine = opens === "processes" ? undefined : opens === "core" ? cpuPool(1) : await openEngine(choice);
        const device = engine?.info ?? (await engineInfo(choice));
        const { software } = device;
        const isQuick = (options as { readonly quick?: boolean }).quick ?? software;
        const quick = quickOf(definition, given);
        const { options: sized, names } = isQuick ? reduced(options, quick, given) : { options, names: [] };
        tell(`on ${deviceText(device)}`);
        if (isQuick) tell(quickText(reductionText(names, quick, table), given.has("quick")));
        const lab = new Lab(device, engine, isQuick, signal);
        await conduct(() => {
          requireDistinctFiles(table, sized);
          return definition.run(sized, lab, given);
        }, lab);
      });
    },
  } as Experiment<Table>;
}

function quickOf<Table extends OptionTable>({ quick = {} }: ExperimentDefinition<Table>, given: Given): QuickValues {
  return typeof quick === "function" ? quick(given) : quick;
}

/** Runs an experiment in a lab and closes it. @throws CommandExit after Ctrl-C. */
async function conduct(run: () => void | Promise<void>, lab: Lab): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    throw new CommandExit(`interrupted: ${lab.kept}; to go on: ${commandLine()}`, INTERRUPTED);
  } finally {
    await lab.close(lab.signal.aborted);
  }
}

function deviceText({ engine, adapter, driver }: EngineInfo): string {
  return engine === "cpu" ? `the cpu engine: ${adapter}` : `${adapter} (${driver})`;
}

/** Options of a run: --quick sets the options that the command line leaves out. Their names are returned too. */
export function reduced<Options extends object>(
  options: Options,
  quick: QuickValues,
  given: Given,
): { readonly options: Options; readonly names: readonly string[] } {
  const names = Object.keys(quick).filter((name) => !given.has(name));
  return { options: { ...options, ...Object.fromEntries(names.map((name) => [camel(name), quick[name]])) }, names };
}

/** The changes by --quick, with the full sizes: `--frames 64 (full: 2048)`. Output files are left out. */
function reductionText(names: readonly string[], quick: QuickValues, table: OptionTable): string {
  const valueText = (value: unknown) =>
    [value]
      .flat()
      .map((each) => (String(each).includes(" ") ? `'${each}'` : String(each)))
      .join(" ");
  return names
    .filter((name) => table[name].group !== "Output" && table[name].hidden !== true)
    .map((name) => `--${name} ${valueText(quick[name])} (full: ${table[name].defaultText ?? "all"})`)
    .join(", ");
}

/**
 * Requires that two options of group Output name different files: a report written into the file of its measurements
 * would destroy them.
 * @param options values by their names in camel case.
 * @throws UsageError naming both options.
 */
export function requireDistinctFiles(table: OptionTable, options: object): void {
  const values: Readonly<Record<string, unknown>> = { ...options };
  const users = new Map<string, string>();
  for (const [name, { group, placeholder }] of Object.entries(table)) {
    const value = values[camel(name)];
    if (group !== "Output" || placeholder !== "FILE" || typeof value !== "string") continue;
    const other = users.get(resolve(value));
    if (other !== undefined) throw new UsageError(`--${name} ${value} is the file of --${other} too: choose another`);
    users.set(resolve(value), name);
  }
}

function quickText(reductions: string, wasAsked: boolean): string {
  const why = wasAsked ? "--quick" : "no GPU, so --quick";
  const what = reductions === "" ? "nothing has to be reduced" : `reduced to ${reductions}`;
  return `${why}: ${what}; the full sizes: --no-quick`;
}

/** The name of the experiment whose file this process runs: experiments/qkd/table-1.ts is `qkd-table-1`. */
function nameOfScript(): string | undefined {
  const [, script = ""] = process.argv;
  const [, path] = /(?:^|[\\/])experiments[\\/]((?:[\w-]+[\\/])?[\w-]+)\.[tj]s$/.exec(resolve(script)) ?? [];
  return path?.replace(/[\\/]/, "-");
}

/** Runs `ldpc experiment NAME` with the words of this process, whose script is the experiment's file. */
async function startAsCommand(name: string): Promise<void> {
  const main = new URL("../../src/cli/main.ts", import.meta.url);
  process.argv.splice(1, 1, fileURLToPath(main), "experiment", name);
  await import("../../src/cli/main.ts");
}

/** The command line of this process, to be typed again. */
function commandLine(): string {
  const words = process.argv.slice(2).map(shellWord);
  const [, script = ""] = process.argv;
  const program = basename(script) === "ldpc" ? ["npx", "ldpc"] : ["node", ...process.execArgv, relative("", script)];
  return [...program, ...words].join(" ");
}
