import { spawn, spawnSync } from "node:child_process";
import { closeSync, constants, fstatSync, mkdtempSync, openSync, readFileSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isatty } from "node:tty";
import { processState, thisProcess } from "../disk/processes.ts";
import { pause } from "../program.ts";

const STDERR = 2;

/**
 * Calls a function of native code and drops some of the lines that it writes to stderr; all other lines are passed on.
 * For libraries that have neither a callback nor a setting for their messages.
 *
 * While `work` runs, file descriptor 2 is an unlinked file. JavaScript cannot duplicate a descriptor, so the old file
 * is opened again afterwards, as libuv itself does with terminals. For a terminal, a pipe and a file opened for appending
 * this has the same effect. Any other file has a position, which another descriptor may share: that of stdout in
 * `> log 2>&1`, or one of another process. Such a file, and a socket, which cannot be opened, stay with `cat`, which passes on
 * all that is written from then on. No line is dropped without /proc, or where no temporary file can be written.
 * @param unwanted matches the lines to drop.
 * @param work is synchronous: other output of the process must not get into the file.
 */
export function withoutNativeLines<Result>(unwanted: RegExp, work: () => Result): Result {
  const kept = unlinkedFile();
  if (kept === undefined) return work();
  try {
    const stderr = openAgain(STDERR);
    if (stderr === undefined) return work();
    try {
      replace(STDERR, kept, constants.O_WRONLY | constants.O_APPEND);
      try {
        return work();
      } finally {
        replace(STDERR, stderr, constants.O_WRONLY | constants.O_APPEND);
        const lines = readFileSync(path(kept), "utf8").split(/(?<=\n)/);
        process.stderr.write(lines.filter((line) => !unwanted.test(line)).join(""));
      }
    } finally {
      closeSync(stderr);
    }
  } finally {
    closeSync(kept);
  }
}

/** Another descriptor of a descriptor's file; undefined if it could behave differently. */
function openAgain(descriptor: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const state = fstatSync(descriptor);
    if (state.isSocket() || (state.isFile() && !isAppending(descriptor))) {
      if (!relayStderr((by) => replace(descriptor, by, constants.O_WRONLY))) return undefined;
    } else if (!isatty(descriptor) && !state.isFile() && !state.isFIFO()) return undefined;
    return whileRead(descriptor, () =>
      openSync(path(descriptor), constants.O_WRONLY | constants.O_APPEND | constants.O_NOCTTY),
    );
  } catch {
    return undefined;
  }
}

/** Does `work` while a pipe has a reader for certain: to open a pipe whose reader has ended would wait for ever. */
function whileRead<Result>(descriptor: number, work: () => Result): Result {
  const reader = fstatSync(descriptor).isFIFO() ? openSync(path(descriptor), constants.O_RDWR) : undefined;
  try {
    return work();
  } finally {
    if (reader !== undefined) closeSync(reader);
  }
}

/** Whether every write to a descriptor goes to the end of its file. */
function isAppending(descriptor: number): boolean {
  const [, flags] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
  return (Number.parseInt(flags ?? "0", 8) & constants.O_APPEND) !== 0;
}

/** Milliseconds that `replace` waits for another thread to close its file: a driver's caches are written in far less. */
const PATIENCE = 2000;

/** Makes a descriptor refer to the file of another descriptor. A new descriptor is always the lowest free one. */
function replace(descriptor: number, by: number, flags: number): void {
  const until = performance.now() + PATIENCE;
  whileRead(by, () => {
    closeSync(descriptor);
    for (;;) {
      const opened = openSync(path(by), flags | constants.O_NOCTTY);
      if (opened === descriptor) return;
      // A thread of a driver opened a file in between, and has the descriptor until it closes the file.
      closeSync(opened);
      if (performance.now() > until)
        throw new Error(`another thread took file descriptor ${descriptor} while it was replaced`);
      pause(1);
    }
  });
}

/** A descriptor of a new file without a name; undefined if the folder of temporary files cannot be written. */
function unlinkedFile(): number | undefined {
  try {
    const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-"));
    try {
      const name = join(folder, "stderr");
      const file = openSync(name, "wx+", 0o600);
      unlinkSync(name);
      return file;
    } finally {
      rmSync(folder, { recursive: true });
    }
  } catch {
    return undefined;
  }
}

function path(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

/** Longest time, in ms, for which the end of a process waits until its output has reached its stderr. */
const RELAY_PATIENCE = 1000;

/** The process that passes on the output to file descriptor 2, once it is started. */
let relay: number | undefined;

/**
 * Puts a named pipe between this process and its stderr, for the rest of its life: `cat` has inherited stderr itself and
 * passes on every byte. A socket, and a file whose position other processes share, cannot be opened again; a pipe can.
 * `cat` ends by itself when no process has the pipe open, also after `kill -9`.
 * @param replace makes file descriptor 2 refer to the file of a descriptor.
 * @returns whether stderr is now a pipe; false on a machine without `mkfifo` and `cat`.
 */
function relayStderr(replace: (by: number) => void): boolean {
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
    const deadline = performance.now() + RELAY_PATIENCE;
    const isRunning = () => processState({ pid: relay!, host: thisProcess().host }) === "running";
    while (relay !== undefined && isRunning() && performance.now() < deadline) pause(1);
  });
}
