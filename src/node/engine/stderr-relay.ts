import { spawn, spawnSync } from "node:child_process";
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pause } from "../pause.ts";

/** Longest time, in ms, for which the end of a process waits until its output has reached its stderr. */
const PATIENCE = 1000;

/** The process that passes on the output to file descriptor 2, once it is started. */
let relay: number | undefined;

/**
 * Puts a named pipe between this process and its stderr, for the rest of its life: `cat` has inherited stderr itself and
 * passes on every byte. A socket, and a file whose position other processes share, cannot be opened again; a pipe can.
 * `cat` ends by itself when no process has the pipe open, also after `kill -9`.
 * @param replace makes file descriptor 2 refer to the file of a descriptor.
 * @returns whether stderr is now a pipe; false on a machine without `mkfifo` and `cat`.
 */
export function relayStderr(replace: (by: number) => void): boolean {
  if (relay !== undefined) return true;
  const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-"));
  try {
    const name = join(folder, "stderr");
    if (spawnSync("mkfifo", ["-m", "600", name], { stdio: "ignore" }).status !== 0) return false;
    // In this order no call waits for the other end. `cat` must not open the pipe: without this process it would wait for ever.
    const first = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
    const writing = openSync(name, constants.O_WRONLY);
    const reading = openSync(name, constants.O_RDONLY);
    closeSync(first);
    try {
      // In a process group of its own, which Ctrl-C does not reach.
      const child = spawn("cat", [], { stdio: [reading, 2, "ignore"], detached: true });
      child.on("error", () => {});
      child.unref();
      if (child.pid === undefined) return false;
      relay = child.pid;
      replace(writing);
    } finally {
      closeSync(writing);
      closeSync(reading);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  waitAtExit(replace);
  return true;
}

/** Waits at the process's end until its output has arrived, so that a parent finds all of it. */
function waitAtExit(replace: (by: number) => void): void {
  let isFatal = false;
  // Node writes the stack of an uncaught error after the exit event.
  process.on("uncaughtExceptionMonitor", () => {
    isFatal = true;
  });
  process.on("exit", () => {
    if (isFatal) return;
    const nothing = openSync("/dev/null", constants.O_WRONLY);
    replace(nothing);
    const deadline = performance.now() + PATIENCE;
    while (relay !== undefined && isRunning(relay) && performance.now() < deadline) pause(1);
  });
}

/** Whether a process has not ended; one that has ended waits as a zombie until Node asks for its status. */
function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  try {
    return existsSync(file) && !/\) [ZX] /.test(readFileSync(file, "latin1"));
  } catch {
    return false;
  }
}
