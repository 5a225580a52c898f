import { closeSync, constants, fstatSync, mkdtempSync, openSync, readFileSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isatty } from "node:tty";
import { pause } from "../pause.ts";
import { relayStderr } from "./stderr-relay.ts";

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
    if (state.isFIFO()) {
      // Opening a pipe without a reader would block.
      closeSync(openSync(path(descriptor), constants.O_WRONLY | constants.O_NONBLOCK));
    } else if (state.isSocket() || (state.isFile() && !isAppending(descriptor))) {
      if (!relayStderr((by) => replace(descriptor, by, constants.O_WRONLY))) return undefined;
    } else if (!isatty(descriptor) && !state.isFile()) return undefined;
    return openSync(path(descriptor), constants.O_WRONLY | constants.O_APPEND | constants.O_NOCTTY);
  } catch {
    return undefined;
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
