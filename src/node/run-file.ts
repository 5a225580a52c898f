import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { CHANNEL_PARAMETERS, type ChannelFamily, channelKind, channels } from "../channel/channels.ts";
import { CODEWORD_SOURCES } from "../decoder/word-source.ts";
import { InputError } from "../errors.ts";
import type { Sweep } from "../simulation/sweep.ts";
import { canonicalJson, sha256Hex, type Task, taskId } from "../simulation/task.ts";
import { writeFileAtomic } from "./disk.ts";

const COUNT = z.number().int().positive();

const CHANNEL = z
  .strictObject({
    name: z.enum(CHANNEL_PARAMETERS.map((parameter) => channels[parameter].name)),
    parameter: z.enum(CHANNEL_PARAMETERS),
  })
  .refine(({ name, parameter }) => channels[parameter].name === name, "the channel has another parameter");

const RUN = z.strictObject({
  /** Version of this file's layout. */
  format: z.literal(1),
  code: z.strictObject({
    name: z.string(),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    /** What the user gave: a name or a file. */
    given: z.string(),
    symbols: COUNT,
    bitsPerSymbol: COUNT,
  }),
  decoder: z.string(),
  channel: CHANNEL,
  seed: z.number().int().nonnegative(),
  chunkFrames: COUNT,
  codeword: z.enum(CODEWORD_SOURCES),
  semantics: COUNT,
  /** Channel values, from the worst channel to the best: the order in which they are simulated and published. */
  points: z.array(z.number()).min(1),
  /** Task ids of the points. */
  tasks: z.array(z.string()),
  stopping: z.strictObject({
    maxErrors: COUNT,
    maxFrames: COUNT,
    maxSeconds: z.number().positive().optional(),
    targetFer: z.number().positive().optional(),
  }),
  /** The engine of the command that last wrote this file; shard lines say which engine did which chunk. */
  engine: z.strictObject({ engine: z.string(), adapter: z.string(), driver: z.string() }).optional(),
  versions: z.record(z.string(), z.string()),
  /** Git commit of the program; null if it does not run from a repository. */
  commit: z.string().nullable(),
});

/** Content of run.json: what a run folder is about. */
export type RunFile = z.infer<typeof RUN>;

/**
 * Reads run.json of a folder; nothing if the folder does not exist or is empty.
 * @throws InputError for a folder that holds something else, or a run.json that is damaged or does not fit itself.
 */
export function readRunFile(folder: string): RunFile | undefined {
  const file = join(folder, "run.json");
  if (!existsSync(file)) {
    if (existsSync(folder) && readNames(folder).length > 0) {
      throw new InputError("the folder holds files but no run.json: choose another one", { file: folder });
    }
    return undefined;
  }
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new InputError(`cannot be read as JSON: ${(error as Error).message}`, { file });
  }
  const result = RUN.safeParse(value);
  if (!result.success) {
    const { path, message } = result.error.issues[0];
    throw new InputError(`${path.join(".") || "content"}: ${message.toLowerCase()}`, { file });
  }
  const run = result.data;
  if (canonicalJson(runTasks(run).map(taskId)) !== canonicalJson(run.tasks)) {
    throw new InputError("its task ids are not those of its points: the file was changed by hand", { file });
  }
  return run;
}

/** Like `readRunFile`, for a folder that must hold a run. @throws InputError if it does not. */
export function requireRunFile(folder: string): RunFile {
  const run = readRunFile(folder);
  if (run === undefined)
    throw new InputError("no run.json in this folder: not a run of ldpc simulate", { file: folder });
  return run;
}

/** Writes run.json, making the folder if need be. @throws InputError if that is not possible. */
export function writeRunFile(folder: string, run: RunFile): void {
  writeFileAtomic(join(folder, "run.json"), `${JSON.stringify(run, null, 2)}\n`);
}

/** What all points of a run have in common; runs that agree in it can share a folder. */
export function runIdentity(run: Omit<RunFile, "tasks">): Omit<Task, "channel"> & { channel: ChannelFamily } {
  const { code, decoder, channel, seed, chunkFrames, codeword, semantics } = run;
  return { code: { name: code.name, hash: code.hash }, decoder, channel, seed, chunkFrames, codeword, semantics };
}

/** Names what a run is about in 8 hexadecimal digits, the same for every choice of points and stopping rule. */
export function runShortId(run: Omit<RunFile, "tasks">): string {
  return sha256Hex(canonicalJson(runIdentity(run))).slice(0, 8);
}

/** The tasks of a run's points. */
export function runTasks(run: Omit<RunFile, "tasks">): Task[] {
  const { channel, ...common } = runIdentity(run);
  return run.points.map((value) => ({ ...common, channel: { ...channel, value } }));
}

export function runSweep(run: RunFile): Sweep {
  const { maxErrors, maxFrames, maxSeconds, targetFer } = run.stopping;
  const { symbols, bitsPerSymbol } = run.code;
  return { tasks: runTasks(run), rule: { maxErrors, maxFrames, maxSeconds }, targetFer, symbols, bitsPerSymbol };
}

/**
 * The run that a folder holds after a command on it. A longer sweep goes on with what is there: the points of both, the
 * command's stopping rule.
 * @throws InputError if the folder's run is about something else, or if its stopping rule on errors or frames is longer:
 * what was published would shrink.
 */
export function extendRun(old: RunFile, command: RunFile, folder: string): RunFile {
  const before = runIdentity(old);
  const now = runIdentity(command);
  for (const key of Object.keys(before) as (keyof typeof before)[]) {
    if (canonicalJson(before[key]) === canonicalJson(now[key])) continue;
    const [was, is] = [before[key], now[key]].map((value) =>
      typeof value === "object" ? canonicalJson(value) : value,
    );
    throw new InputError(`--out holds another run: its ${key} is ${was}, not ${is}; choose another --out`, {
      file: folder,
    });
  }
  for (const [key, option] of [
    ["maxErrors", "--max-errors"],
    ["maxFrames", "--max-frames"],
  ] as const) {
    if (command.stopping[key] >= old.stopping[key]) continue;
    throw new InputError(
      `--out holds a run with ${option} ${old.stopping[key]}: say at least that, not ${command.stopping[key]}, or choose another --out`,
      { file: folder },
    );
  }
  return withPoints({ ...command, code: { ...command.code, given: old.code.given } }, [
    ...old.points,
    ...command.points,
  ]);
}

/** The run with these points instead, from the worst channel to the best and each once. */
export function withPoints(run: Omit<RunFile, "tasks">, points: readonly number[]): RunFile {
  const sorted = [...new Set(points)].sort((a, b) => a - b);
  if (channelKind(run.channel).better === "smaller") sorted.reverse();
  return { ...run, points: sorted, tasks: runTasks({ ...run, points: sorted }).map(taskId) };
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new InputError("it is not a folder that can be read", { file: folder });
  }
}
