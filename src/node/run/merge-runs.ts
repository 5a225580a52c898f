import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { InputError } from "../../errors.ts";
import { Ledger } from "../../simulation/chunks/task-chunks.ts";
import type { Part } from "../../simulation/part.ts";
import { longestStopping } from "../../simulation/stopping.ts";
import { taskDifference } from "../../simulation/task.ts";
import { isFile, makeFolder, PartFile } from "../disk/disk.ts";
import { completeLines, openRun, type Run } from "./run.ts";
import { commitRun, type RunFile, readRunFile, requireRunFile, runTasks, shardFolder, withPoints } from "./run-file.ts";

export interface MergedFolder {
  readonly folder: string;
  /** Frames that neither the folder to merge into nor one before this had. */
  readonly newFrames: number;
  /** The part of the frames that the folder's run computes; undefined for all frames. */
  readonly part?: Part;
}

interface Merge {
  readonly merged: Run;
  readonly folders: readonly MergedFolder[];
}

/**
 * Merges runs of the same code, decoder, seed and chunk size, or parts of such a run, into one folder: the points of all,
 * the longest stopping rule of all, copies of the shards, and points.csv from them. The folder may already hold such a run; it loses
 * nothing. A second merge of the same folders changes nothing.
 * @param warn called for content that does not count: damaged lines, and entries that are no shards.
 * @throws InputError if the runs differ in more than points, part and stopping rule, or a chunk has other counts in one
 * than in another; nothing is written then.
 */
export async function mergeRuns(
  folders: readonly string[],
  out: string,
  warn: (text: string) => void = () => {},
): Promise<Merge> {
  const inside = folders.find((folder) => resolve(folder) === resolve(out));
  if (inside !== undefined) throw new InputError("--out is one of the folders to merge: choose another", { file: out });
  const old = readRunFile(out);
  if (old?.part !== undefined) {
    throw new InputError("holds a part of a run: merge the parts into another folder", { file: out });
  }
  const all = old === undefined ? folders : [out, ...folders];
  const { run } = all.map((folder) => ({ folder, run: requireRunFile(folder) })).reduce(mergePair);
  const ledger = new Ledger();
  const found = all.map((folder) => {
    const before = ledger.frames;
    const { file, shards } = openRun(folder, warn, undefined, ledger);
    return { folder, shards, newFrames: ledger.frames - before, part: file.part };
  });
  const from = found.filter(({ folder }) => folder !== out);
  // First run.json: after a killed merge the run can be completed by the same merge.
  await commitRun(out, withPoints({ ...run, part: undefined }, run.points));
  for (const { folder, shards } of from) for (const name of shards) copyShard(folder, name, out);
  const merged = openRun(out, warn);
  merged.publish();
  return { merged, folders: from };
}

interface NamedRun {
  readonly folder: string;
  readonly run: RunFile;
}

function mergePair(a: NamedRun, b: NamedRun): NamedRun {
  const difference = taskDifference(runTasks(a.run)[0], runTasks(b.run)[0]);
  if (difference !== undefined) throw new InputError(`another run than ${a.folder}: ${difference}`, { file: b.folder });
  const stopping = longestStopping(a.run.stopping, b.run.stopping);
  return { folder: a.folder, run: withPoints({ ...a.run, stopping }, [...a.run.points, ...b.run.points]) };
}

/**
 * Copies the complete lines of headers and records: claims are those of the other folder's workers. A shard of the same
 * name is not replaced but stays beside the copy; chunks merge by their key.
 */
function copyShard(folder: string, name: string, out: string): void {
  const source = join(shardFolder(folder), name);
  const digest = digestOf(source);
  const targets = [name, name.replace(/\.jsonl$/, `-${digest.slice(0, 8)}.jsonl`)].map((file) =>
    join(shardFolder(out), file),
  );
  if (targets.some((target) => isFile(target) && digestOf(target) === digest)) return;
  const target = isFile(targets[0]) ? targets[1] : targets[0];
  makeFolder(shardFolder(out));
  const part = new PartFile(target, true);
  try {
    for (const line of recordLines(source)) part.write(line);
    part.finish();
  } finally {
    part.discard();
  }
}

/** SHA-256 of the lines that are copied of a file. */
function digestOf(file: string): string {
  const hash = createHash("sha256");
  for (const line of recordLines(file)) hash.update(line);
  return hash.digest("hex");
}

const CLAIMS_BEGIN = Buffer.from('{"claims"');

/** The complete lines of a file but claims and signs of life. */
function* recordLines(file: string): Generator<Buffer> {
  for (const line of completeLines(file)) {
    if (line === undefined) return;
    const isClaim = line.subarray(0, CLAIMS_BEGIN.length).equals(CLAIMS_BEGIN);
    if (line.length > 0 && !isClaim) yield Buffer.concat([line, Buffer.from("\n")]);
  }
}
