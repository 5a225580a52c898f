import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { InputError } from "../errors.ts";
import { Ledger } from "../simulation/ledger.ts";
import { canonicalJson } from "../simulation/task.ts";
import { writeFileAtomic } from "./disk.ts";
import { readLedger, writePoints } from "./ledger-store.ts";
import { type RunFile, readRunFile, requireRunFile, runIdentity, withPoints, writeRunFile } from "./run-file.ts";
import { completeLines, shardFolder, shardNames } from "./shards.ts";

/**
 * Merges runs of the same code, decoder, seed and chunk size into one folder: the points of all, the longest stopping
 * rule of all, copies of all shards, and points.csv from them. The folder may already hold such a run; nothing in it is
 * lost. Doing it twice changes nothing.
 * @throws InputError if the runs differ in more than points and stopping rule, or a chunk has other counts in one than
 * in another; nothing is written then.
 */
export function mergeRuns(folders: readonly string[], out: string): RunFile {
  const inside = folders.find((folder) => resolve(folder) === resolve(out));
  if (inside !== undefined) throw new InputError("--out is one of the folders to merge: choose another", { file: out });
  const old = readRunFile(out);
  const all = old === undefined ? folders : [out, ...folders];
  const merged = all.map((folder) => ({ folder, run: requireRunFile(folder) })).reduce(mergePair);
  const ledger = new Ledger();
  for (const folder of all) readLedger(folder, ledger);
  writeRunFile(out, merged.run);
  for (const folder of folders) for (const name of shardNames(folder)) copyShard(folder, name, out);
  writePoints(out, merged.run, ledger);
  return merged.run;
}

interface NamedRun {
  readonly folder: string;
  readonly run: RunFile;
}

function mergePair(a: NamedRun, b: NamedRun): NamedRun {
  const [one, other] = [runIdentity(a.run), runIdentity(b.run)];
  for (const key of Object.keys(one) as (keyof typeof one)[]) {
    if (canonicalJson(one[key]) === canonicalJson(other[key])) continue;
    throw new InputError(
      `another run than ${a.folder}: its ${key} is ${canonicalJson(other[key])}, not ${canonicalJson(one[key])}`,
      { file: b.folder },
    );
  }
  const [p, q] = [a.run.stopping, b.run.stopping];
  const stopping = {
    maxErrors: Math.max(p.maxErrors, q.maxErrors),
    maxFrames: Math.max(p.maxFrames, q.maxFrames),
    maxSeconds: longest(p.maxSeconds, q.maxSeconds, Math.max),
    targetFer: longest(p.targetFer, q.targetFer, Math.min),
  };
  return { folder: a.folder, run: withPoints({ ...a.run, stopping }, [...a.run.points, ...b.run.points]) };
}

/** No limit is the longest. */
function longest(a: number | undefined, b: number | undefined, choose: (a: number, b: number) => number) {
  return a === undefined || b === undefined ? undefined : choose(a, b);
}

/** Copies the complete lines. Another shard of the same name gets company, not replaced; chunks merge by their key. */
function copyShard(folder: string, name: string, out: string): void {
  const lines = [...completeLines(join(shardFolder(folder), name))];
  const text = lines.map((line) => `${line.toString("utf8")}\n`).join("");
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const targets = [name, name.replace(/\.jsonl$/, `-${digest}.jsonl`)].map((file) => join(shardFolder(out), file));
  if (targets.some((target) => existsSync(target) && readFileSync(target, "utf8") === text)) return;
  writeFileAtomic(existsSync(targets[0]) ? targets[1] : targets[0], text);
}
