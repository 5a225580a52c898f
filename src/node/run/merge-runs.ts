import { createHash } from "node:crypto";
import { basename, join, resolve } from "node:path";
import { InputError } from "../../errors.ts";
import type { ReadBlock } from "../../simulation/chunks/task-chunks.ts";
import { Ledger, type TaskIdentity } from "../../simulation/ledger.ts";
import type { Part } from "../../simulation/part.ts";
import { longestStopping } from "../../simulation/stopping.ts";
import { type Task, taskDifference } from "../../simulation/task.ts";
import { isFile, makeFolder, PartFile } from "../disk/disk.ts";
import { openRun, type Run } from "./run.ts";
import { commitRun, type RunFile, readRunFile, requireRunFile, runTasks, withPoints } from "./run-file.ts";
import { completeLines, isOfRecords, ShardReader, shardFolder } from "./run-log.ts";

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
 * the longest stopping rule of all, copies of the shards with new frames, and points.csv from them. The folder may
 * already hold such a run; it loses nothing. A second merge changes nothing.
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
  const runs = all.map((folder) => ({ folder, run: requireRunFile(folder) }));
  const { run } = runs.reduce(mergePair);
  const shards = newShards(all, runTasks(run)[0], warn);
  // First run.json: after a killed merge the run can be completed by the same merge.
  await commitRun(out, withPoints({ ...run, part: undefined }, run.points));
  for (const { folder, names } of shards) if (folder !== out) for (const name of names) copyShard(folder, name, out);
  const merged = openRun(out, warn);
  merged.publish();
  const from = shards.map((one, i) => ({ ...one, part: runs[i].run.part }));
  return { merged, folders: from.filter(({ folder }) => folder !== out) };
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

/** The shards of each folder with frames that no earlier folder has, and the number of these frames. */
function newShards(folders: readonly string[], task: Task, warn: (text: string) => void) {
  const ledger = new Ledger();
  return folders.map((folder) => {
    const files = new Set<string>();
    let newFrames = 0;
    const add = (identity: TaskIdentity, blocks: readonly ReadBlock[]) => {
      const chunks = ledger.chunks(identity);
      // One by one, because each shard is judged by its own new frames.
      for (const block of [...blocks].sort((a, b) => a.first - b.first)) {
        const before = chunks.total.frames;
        chunks.add(block, block.source);
        if (chunks.total.frames === before) continue;
        newFrames += chunks.total.frames - before;
        files.add(block.source.file);
      }
    };
    new ShardReader(folder, { task, add, warn }).refresh();
    return { folder, names: [...files].map((file) => basename(file)).sort(), newFrames };
  });
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

/** The complete lines of a file but claims and signs of life. */
function* recordLines(file: string): Generator<Buffer> {
  for (const line of completeLines(file)) {
    if (line === undefined) return;
    if (isOfRecords(line)) yield Buffer.concat([line, LINE_END]);
  }
}

const LINE_END = Buffer.from("\n");
