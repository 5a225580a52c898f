import { closeSync, constants, fstatSync, mkdtempSync, openSync, readFileSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isatty } from "node:tty";

const STDERR = 2;

/**
 * Does something that native code writes lines to stderr about, and keeps some of these lines from the user; all others are
 * passed on. For libraries that have neither a callback nor a setting for what they say.
 *
 * While `work` runs, file descriptor 2 is an unlinked file. JavaScript cannot duplicate a descriptor, so the old one comes
 * back by being opened again, as libuv itself does with terminals. That is the same for a terminal, a pipe and a file that
 * is appended to; any other file would get a second write position, and a socket cannot be opened: there nothing is kept
 * back. So it is where there is no /proc.
 * @param unwanted matches the lines to drop.
 * @param work is synchronous: what else the process says must not get into the file.
 */
export function withoutNativeLines<Result>(unwanted: RegExp, work: () => Result): Result {
  const stderr = openAgain(STDERR);
  if (stderr === undefined) return work();
  const { file, close } = unlinkedFile();
  try {
    replace(STDERR, file, constants.O_WRONLY | constants.O_APPEND);
    try {
      return work();
    } finally {
      replace(STDERR, stderr, constants.O_WRONLY | constants.O_APPEND);
      const lines = readFileSync(path(file), "utf8").split(/(?<=\n)/);
      process.stderr.write(lines.filter((line) => !unwanted.test(line)).join(""));
    }
  } finally {
    closeSync(stderr);
    close();
  }
}

/** Another descriptor of what a descriptor writes to; nothing if it would not be the same. */
function openAgain(descriptor: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const state = fstatSync(descriptor);
    if (state.isFIFO()) {
      // Without a reader a pipe would be waited for.
      closeSync(openSync(path(descriptor), constants.O_WRONLY | constants.O_NONBLOCK));
    } else if (!isatty(descriptor) && !(state.isFile() && isAppended(descriptor))) return undefined;
    return openSync(path(descriptor), constants.O_WRONLY | constants.O_APPEND | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}

function isAppended(descriptor: number): boolean {
  const [, flags] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
  return (Number.parseInt(flags ?? "0", 8) & constants.O_APPEND) !== 0;
}

/** Makes a descriptor that of another file. A new descriptor is always the lowest that is free. */
function replace(descriptor: number, by: number, flags: number): void {
  closeSync(descriptor);
  const opened = openSync(path(by), flags | constants.O_NOCTTY);
  if (opened !== descriptor) throw new Error(`another thread took file descriptor ${descriptor} while it was replaced`);
}

function unlinkedFile(): { readonly file: number; close(): void } {
  const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-"));
  try {
    const name = join(folder, "stderr");
    const file = openSync(name, "wx+", 0o600);
    unlinkSync(name);
    return { file, close: () => closeSync(file) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function path(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}
