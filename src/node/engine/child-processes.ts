import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { entryBeside, type ProcessEntry } from "./entry.ts";

/**
 * Arguments for node that make a process of this package end within a second after this process, however this process
 * ends and whatever the other process does at the time: `parent-watch.ts` is loaded first.
 */
export function childExecArgv({ execArgv }: ProcessEntry): string[] {
  const watch = pathToFileURL(entryBeside("parent-watch", import.meta.url).path);
  watch.searchParams.set("parent", String(process.pid));
  return [...execArgv, `--import=${watch}`];
}

/**
 * The shell's command that becomes another program. Its other process reads a pipe from this one: when this process ends, in whatever way, or
 * lets go of the pipe, it ends the program and what that started, which removes its files.
 */
const WATCHED = '{ cat <&3; kill -TERM 0; } >/dev/null 2>&1 & exec "$@" 3<&-';

/**
 * Runs a program that is none of this package's and ends with this process.
 * @param signal ends it.
 * @returns its exit status, signal or failure to start, and the first of what it wrote to stderr.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  { input = "", signal }: { readonly input?: string; readonly signal?: AbortSignal } = {},
): Promise<{ readonly end: unknown; readonly stderr: string; readonly group?: number }> {
  const child = spawn("sh", ["-c", WATCHED, "sh", command, ...args], {
    detached: true,
    stdio: ["pipe", "ignore", "pipe", "pipe"],
  });
  const stop = () => child.stdio[3]!.destroy();
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop);
  let stderr = "";
  child.stderr!.on("data", (data) => {
    stderr = `${stderr}${data}`.slice(0, 2000);
  });
  child.stdin!.on("error", () => {});
  child.stdin!.end(input);
  const end = await new Promise((resolve) => {
    child.on("error", resolve);
    child.on("exit", stop);
    child.on("close", (status, by) => resolve(status ?? by));
  });
  signal?.removeEventListener("abort", stop);
  return { end, stderr, group: child.pid };
}
