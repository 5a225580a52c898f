import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { InputError } from "../../src/errors.ts";
import { largest } from "../../src/extremes.ts";
import { childExecArgv } from "../../src/node/engine/child-arguments.ts";
import { processEntry } from "../../src/node/engine/entry.ts";
import { shellWord } from "../../src/shell-word.ts";

/** A command of `ldpc` as a process of its own, as a user starts it. */
export interface ProcessRun {
  readonly stdout: string;
  /** Wall-clock seconds from start to end. */
  readonly seconds: number;
  /**
   * Resident memory in MB: after two minutes (in a shorter run after half of it), near the end, and at most; null if
   * the system does not report it.
   */
  readonly memory: { readonly early: number | null; readonly late: number | null; readonly most: number | null };
}

/** Seconds between two samples of the memory. */
const SAMPLE_SECONDS = 0.1;
/** A line with the progress of a simulation. */
const PROGRESS = /\d of \d+ points done/;
/** Seconds after which a run has allocated all its memory. */
const EARLY_SECONDS = 120;
/** Fraction of the run before it ends and releases its memory. */
const LATE = 0.95;

/** Callbacks of a running process. */
export interface ProcessListener {
  readonly signal: AbortSignal;
  /** Called with the lines of its progress. */
  readonly note?: (line: string) => void;
}

/** Runs a command line. @throws InputError if it ends with a status other than 0, with its last output. */
export async function runLdpc(args: readonly string[], { signal, note }: ProcessListener): Promise<ProcessRun> {
  const entry = processEntry(
    new URL(`../../src/cli/main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url),
  );
  const begin = performance.now();
  const child = spawn(process.execPath, [...childExecArgv(entry), entry.path, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill("SIGKILL");
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  let stdout = "";
  child.stdout.on("data", (data) => {
    stdout += data;
  });
  let last = "";
  createInterface(child.stderr).on("line", (line) => {
    last = line;
    if (PROGRESS.test(line)) note?.(line);
  });
  const samples: number[] = [];
  const timer = setInterval(() => {
    const megabytes = residentMegabytes(child.pid);
    if (megabytes !== undefined) samples.push(megabytes);
  }, 1000 * SAMPLE_SECONDS);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  clearInterval(timer);
  signal.removeEventListener("abort", end);
  const seconds = (performance.now() - begin) / 1000;
  if (status !== 0)
    throw new InputError(
      `ldpc ${args.map(shellWord).join(" ")} ended with status ${status}: ${last.replace(/^ldpc: /, "")}`,
    );
  const early = samples[Math.floor(Math.min(EARLY_SECONDS / SAMPLE_SECONDS, samples.length / 2))] ?? null;
  return {
    stdout,
    seconds,
    memory: {
      early,
      late: samples[Math.floor(LATE * samples.length)] ?? null,
      most: samples.length === 0 ? null : largest(samples),
    },
  };
}

/** Resident memory of a process in MB; undefined if /proc does not report it. */
function residentMegabytes(pid: number | undefined): number | undefined {
  try {
    const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return match === null ? undefined : (Number(match[1]) * 1024) / 1e6;
  } catch {
    return undefined;
  }
}

/** Runs a function with a new folder, which is removed in the end. */
export async function inFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "ldpc-experiment-"));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function folderSize(folder: string): { readonly bytes: number; readonly lines: number } {
  let bytes = 0;
  let lines = 0;
  for (const name of readdirSync(folder)) {
    const content = readFileSync(join(folder, name));
    bytes += content.length;
    for (const byte of content) if (byte === 10) lines++;
  }
  return { bytes, lines };
}
