import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { CHANNEL_FAMILY } from "../../channel/channel-schema.ts";
import { type ChannelFamily, channelKind } from "../../channel/channels.ts";
import { RANDOM_GENERATORS } from "../../channel/random.ts";
import { giveText } from "../../decoder/given-files.ts";
import { InputError } from "../../errors.ts";
import { GIVEN_CHARACTERS } from "../../gpu/part.ts";
import { fitted, jsonValue } from "../../json.ts";
import type { Part } from "../../simulation/part.ts";
import { STOPPING, shorterOption } from "../../simulation/stopping.ts";
import type { Sweep } from "../../simulation/sweep.ts";
import { canonicalJson, sha256Hex, type Task, taskDifference, taskId } from "../../simulation/task.ts";
import { CODEWORD_SOURCES } from "../../source/word-source.ts";
import { STORED_OPTIONS } from "../codes/codes.ts";
import {
  discard,
  isFile,
  isFolder,
  isGone,
  makeFolder,
  readBounded,
  readFailure,
  removeEmpty,
  writeFileAtomic,
} from "../disk/disk.ts";
import { type LockOptions, withLock } from "../disk/folder-lock.ts";

/** The longest run.json that is read: of 100,000 points, and two files of the decoder. */
const RUN_CHARACTERS = 2 ** 24 + 4 * GIVEN_CHARACTERS;
/** In UTF-8 a character has four bytes at most. */
const RUN_BYTES = 4 * RUN_CHARACTERS;

const COUNT = z.number().int().positive();

const RUN = z.strictObject({
  /** Version of this file's layout. */
  format: z.literal(2),
  code: z.strictObject({
    name: z.string(),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    /** The user's argument: a name or a file. */
    given: z.string(),
    /** The options that it was read with, if any. */
    options: STORED_OPTIONS.optional(),
    symbols: COUNT,
    bitsPerSymbol: COUNT,
  }),
  decoder: z.string(),
  /** The texts of files that the decoder names, by the SHA-256 of each. */
  files: z.record(z.string(), z.string()).optional(),
  channel: CHANNEL_FAMILY,
  seed: z.number().int().nonnegative(),
  chunkFrames: COUNT,
  codeword: z.enum(CODEWORD_SOURCES),
  semantics: COUNT,
  random: z.enum(RANDOM_GENERATORS),
  /** Channel values, from the worst channel to the best: the order in which they are simulated and published. */
  points: z.array(z.number()).min(1),
  /** Task ids of the points. */
  tasks: z.array(z.string()),
  stopping: STOPPING,
  /** Which part of the frames the run has, if not all. */
  part: z.strictObject({ index: COUNT, of: COUNT }).optional(),
  /** The engine of the command that last wrote this file; shard lines say which engine did which chunk. */
  engine: z.strictObject({ engine: z.string(), adapter: z.string(), driver: z.string() }).optional(),
  versions: z.record(z.string(), z.string()),
  /** Git commit of the program; null if it does not run from a repository. */
  commit: z.string().nullable(),
});

export function shardFolder(run: string): string {
  return join(run, "shards");
}

/** The names of a run's shards; empty before the first shard. @throws InputError if the folder cannot be read. */
export function shardNames(run: string): string[] {
  try {
    return readdirSync(shardFolder(run))
      .filter((name) => name.endsWith(".jsonl"))
      .sort();
  } catch (error) {
    if (isGone(error)) return [];
    throw new InputError(`cannot be read: ${readFailure(error, "folder")}`, { file: shardFolder(run) });
  }
}

/** Content of run.json: the subject of a run folder. */
export type RunFile = z.infer<typeof RUN>;

/** The common identity of runs that may share a folder: a task without the channel's value. */
export type RunIdentity = Omit<Task, "channel"> & { readonly channel: ChannelFamily };

/** A run that is not written yet, without the members that follow from the rest. */
type RunPlan = Omit<RunFile, "tasks">;

/**
 * Reads run.json of a folder; undefined if the folder does not exist, is empty, or holds only the remains of a command
 * that was killed at its beginning.
 * @throws InputError for a folder with other content, or a run.json that is damaged or inconsistent.
 */
export function readRunFile(folder: string): RunFile | undefined {
  const file = join(folder, "run.json");
  let isMissing = false;
  try {
    const text = readBounded(file, RUN_BYTES, (reason, code) => {
      isMissing = code === "ENOENT";
      if (code === "ENOTDIR") return new InputError("is a file: name the folder of a run", { file: folder });
      return new InputError(`cannot be read: ${reason}`, { file });
    });
    return parseRunFile(text, file);
  } catch (error) {
    if (!isMissing) throw error;
    if (isUnused(folder)) return undefined;
    // Another process may have begun a run meanwhile.
    if (isFile(file)) return readRunFile(folder);
    throw new InputError("the folder holds files but no run.json: choose another one", { file: folder });
  }
}

function parseRunFile(text: string, file: string): RunFile {
  const { format, checksum, ...content } = (jsonValue(text, { file }, RUN_CHARACTERS) ?? {}) as Record<string, unknown>;
  const result = fitted({ format, ...content }, RUN);
  if (result.misfit !== undefined) {
    const { path, message } = result.misfit;
    throw new InputError(`${path.join(".") || "content"}: ${message}`, { file });
  }
  const run = result.content;
  if (checksum !== checksumOf(run) || canonicalJson(runTasks(run).map(taskId)) !== canonicalJson(run.tasks)) {
    throw new InputError("its checksum is not that of its content: the file was changed by hand or is damaged", {
      file,
    });
  }
  // The checksum is not secret: a text counts under its own hash.
  for (const [hash, text] of Object.entries(run.files ?? {})) {
    if (giveText(text, file) !== hash) throw new InputError(`files: the text of ${hash} has another SHA-256`, { file });
  }
  return run;
}

/** The first 16 hexadecimal digits of the SHA-256 of a run's canonical JSON. */
function checksumOf(run: RunFile): string {
  return sha256Hex(canonicalJson(run)).slice(0, 16);
}

/** A file that a killed command was writing. */
const TEMPORARY = /^run\.json\..*\.tmp$/;
/** Names of other remains of a command that was killed before run.json existed. */
const BEFORE_RUN = /^(run\.lock\..*|shards)$/;

/** Whether a folder without run.json holds nothing of value. @throws InputError if it cannot be read. */
function isUnused(folder: string): boolean {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return true;
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    throw new InputError("it is not a folder that can be read", { file: folder });
  }
  return names.every((name) => BEFORE_RUN.test(name) || TEMPORARY.test(name)) && shardNames(folder).length === 0;
}

/** Like `readRunFile`, for a folder that must hold a run. @throws InputError if it does not. */
export function requireRunFile(folder: string): RunFile {
  const run = readRunFile(folder);
  if (run === undefined) {
    const isThere = statSync(folder, { throwIfNoEntry: false }) !== undefined;
    const reason = isThere ? "no run.json in this folder: not a run of ldpc simulate" : "there is no such folder";
    throw new InputError(reason, { file: folder });
  }
  return run;
}

/**
 * Makes a folder hold a run: begins run.json, or extends the existing run. Of several commands at the same moment one
 * begins and all others join it, or are refused if theirs is another run.
 * @param options of the folder's lock.
 * @returns the content of run.json now.
 */
export async function commitRun(folder: string, plan: RunFile, options: LockOptions = {}): Promise<RunFile> {
  const made = makeFolder(folder);
  try {
    for (;;) {
      // Most commands find all that they want, and take no lock.
      const known = extendedRun(folder, plan);
      if (known.isStored) return known.run;
      const committed = await withLock(
        join(folder, "run.lock"),
        (stillOurs) => commitLocked(folder, plan, stillOurs),
        options,
      );
      if (committed !== undefined) return committed;
    }
  } catch (error) {
    removeEmpty(made);
    throw error;
  }
}

/** The run that a folder holds after a command, and whether it holds it already. */
function extendedRun(folder: string, plan: RunFile): { readonly run: RunFile; readonly isStored: boolean } {
  const old = readRunFile(folder);
  if (old === undefined) return { run: plan, isStored: false };
  const run = extendRun(old, plan, folder);
  return { run, isStored: canonicalJson(run) === canonicalJson(old) };
}

/** @returns undefined if the lock was lost: nothing is written then. */
function commitLocked(folder: string, plan: RunFile, stillOurs: () => boolean): RunFile | undefined {
  const { run, isStored } = extendedRun(folder, plan);
  if (isStored) return run;
  // Remains of killed commands: only the holder of the lock writes such a file.
  for (const name of readdirSync(folder)) if (TEMPORARY.test(name)) discard(join(folder, name));
  return writeFileAtomic(join(folder, "run.json"), runText(run), {}, stillOurs) ? run : undefined;
}

export function runText(run: RunFile): string {
  return `${JSON.stringify({ ...run, checksum: checksumOf(run) }, null, 2)}\n`;
}

/** The common identity of all points of a run; runs with equal identities can share a folder. */
export function runIdentity(run: RunPlan): RunIdentity {
  const { code, decoder, channel, seed, chunkFrames, codeword, semantics, random } = run;
  const { name, hash } = code;
  return { code: { name, hash }, decoder, channel, seed, chunkFrames, codeword, semantics, random };
}

/** Short id of a run, 8 hexadecimal digits, the same for every choice of points and stopping rule. */
export function runShortId(run: RunPlan): string {
  return sha256Hex(canonicalJson(runIdentity(run))).slice(0, 8);
}

export function runTasks(run: RunPlan): Task[] {
  const { channel, ...common } = runIdentity(run);
  return run.points.map((value) => ({ ...common, channel: { ...channel, value } }));
}

export function runSweep(run: RunFile): Sweep {
  const { symbols, bitsPerSymbol } = run.code;
  return { tasks: runTasks(run), rule: run.stopping, part: run.part, symbols, bitsPerSymbol };
}

/**
 * The run that a folder holds after a command on it. A longer sweep extends the old one: the points of both, the
 * command's stopping rule.
 * @throws InputError if the folder's run has another identity, or if its stopping rule on errors or frames is longer:
 * the published results would shrink.
 */
export function extendRun(old: RunFile, command: RunFile, folder: string): RunFile {
  const difference = runDifference(old, command);
  if (difference !== undefined) {
    throw new InputError(`--out holds another run: ${difference}; choose another --out`, { file: folder });
  }
  const shorter = shorterOption(old.stopping, command.stopping);
  if (shorter !== undefined) {
    const { option, was, is } = shorter;
    const but = is === undefined ? "" : `, not ${is}`;
    const remedy =
      was === undefined
        ? `a run without ${option}, which is longer: leave ${option} out`
        : `a run with ${option} ${was}: say at least that${but}`;
    throw new InputError(`--out holds ${remedy}, or choose another --out`, { file: folder });
  }
  const run = { ...command, engine: command.engine ?? old.engine };
  return withPoints(run, [...old.points, ...command.points]);
}

/**
 * The difference between two runs that should be equal but for points and stopping rule, in words; undefined for equal
 * runs.
 */
function runDifference(old: RunFile, command: RunFile): string | undefined {
  const [before, now] = [old, command].map(({ part }) => (part === undefined ? "all frames" : partText(part)));
  if (before !== now) return `it has ${before}, not ${now}`;
  const [was, is] = [old, command].map((run) => runTasks(run)[0]);
  return taskDifference(is, was);
}

export function partText({ index, of }: Part): string {
  return `part ${index} of ${of}`;
}

/** The run with these points instead, from the worst channel to the best and each point once. */
export function withPoints(run: RunPlan, points: readonly number[]): RunFile {
  const sorted = [...new Set(points)].sort((a, b) => a - b);
  if (channelKind(run.channel).better === "smaller") sorted.reverse();
  return { ...run, points: sorted, tasks: runTasks({ ...run, points: sorted }).map(taskId) };
}

/** Folders within folders that are looked into. */
const DEPTH_MAXIMUM = 6;

export function isRunFolder(folder: string): boolean {
  return isFolder(folder) && isFile(join(folder, "run.json"));
}

/**
 * The run folders below a folder, by path. A run is not looked into, and neither are links and hidden folders.
 * @throws InputError if the folder itself cannot be read.
 */
export function runFolders(folder: string, depth = DEPTH_MAXIMUM): string[] {
  let entries: ReturnType<typeof foldersIn>;
  try {
    entries = foldersIn(folder);
  } catch (error) {
    if (depth < DEPTH_MAXIMUM) return [];
    throw new InputError(readFailure(error, "folder"), { file: folder });
  }
  return entries.flatMap((name) => {
    const path = join(folder, name);
    if (isRunFolder(path)) return [path];
    return depth > 1 ? runFolders(path, depth - 1) : [];
  });
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
    .map(({ name }) => name)
    .sort();
}
