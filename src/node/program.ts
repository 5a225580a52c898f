import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { once } from "../once.ts";

/** Versions of this program and of Node, for run.json. */
export function programVersions(): Record<string, string> {
  return { "gfq-ldpc": packageVersion(), node: process.versions.node };
}

/**
 * The git commit that the program runs from: the variable GFQ_LDPC_COMMIT of the environment, for a copy of a commit
 * elsewhere, or else that of the repository. Null if neither is there, or git is missing.
 */
export function programCommit(): string | null {
  if (process.env.GFQ_LDPC_COMMIT) return process.env.GFQ_LDPC_COMMIT;
  return repositoryCommit();
}

/** Read once a process, which has the program's files as they were at its start: a sweep has hundreds of runs. */
const repositoryCommit = once(() =>
  existsSync(join(packageRoot(), ".git")) ? (git("rev-parse", "HEAD") ?? null) : null,
);

/** Whether files of the program differ from its commit. Results and pages are no part of the program. */
export function programIsChanged(): boolean {
  if (process.env.GFQ_LDPC_COMMIT) return false;
  const program = ["src", "wgsl", "codes", "experiments", ":!experiments/results"];
  return existsSync(join(packageRoot(), ".git")) && git("diff", "--quiet", "HEAD", "--", ...program) === undefined;
}

/** The output of git in the program's repository; undefined if git is missing or fails. */
function git(...words: readonly string[]): string | undefined {
  try {
    return execFileSync("git", ["-C", packageRoot(), ...words], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}

/** The folder of this package: where its package.json lies, whether this file runs from src/ or from dist/src/. */
export const packageRoot: () => string = once(() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no package.json above ${fileURLToPath(import.meta.url)}`);
    folder = parent;
  }
  return folder;
});

export function packageVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")).version;
}

/** The signals that interrupt a command: Ctrl-C, a request to end, and the end of its terminal. */
export const INTERRUPTS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Exit status after Ctrl-C: 128 + SIGINT. */
export const INTERRUPTED = 130;

/** Exit status of a process whose terminal was closed: 128 + SIGHUP. */
export const HUNG_UP = 129;

/** Stops this thread, with its event loop, for some milliseconds. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
