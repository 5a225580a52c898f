import { displayWidth, wrapLine } from "../report/table.ts";

const stdoutClosed = new AbortController();

/** Aborted once the reader of stdout has gone, as `head` does after its lines. */
export const stdoutEnd: AbortSignal = stdoutClosed.signal;

/**
 * Lets a command go on to its end without readers of its output: it may have files to write, and its status is its own. A command that does
 * nothing but print listens to `stdoutEnd`. Call it once in a process.
 * @param end ends the process if stdout fails for another reason.
 */
export function outliveReaders(end: (status: number) => void): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // EIO: a terminal was closed.
    if (isClosedPipe(error) || (process.stdout.isTTY && error.code === "EIO")) return stdoutClosed.abort();
    process.stderr.write(`ldpc: cannot write to stdout: ${error.message}\n`);
    end(1);
  });
  // Messages and progress are lost, but no result.
  process.stderr.on("error", () => {});
}

/** Whether a write failed because nobody reads. */
export function isClosedPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EPIPE";
}

/** Writes data to stdout with a newline at its end. Progress and messages go to stderr. */
export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Writes text for people to stdout. A terminal gets lines that are wider than it broken between words. */
export function printText(text: string): void {
  print(fitted(text, process.stdout));
}

/** Writes lines for people to stderr. A terminal gets them broken as by `printText`. */
export function tell(text: string): void {
  process.stderr.write(`${fitted(text, process.stderr)}\n`);
}

/** Writes a message of the program to stderr. */
export function say(text: string): void {
  tell(`ldpc: ${text}`);
}

/** The lines of a text, broken between words for a terminal that is narrower. */
function fitted(text: string, { columns = Number.POSITIVE_INFINITY }: { readonly columns?: number }): string {
  const fit = (line: string) => (displayWidth(line) > columns ? wrapLine(line, columns) : line);
  return text.split("\n").map(fit).join("\n");
}

/** Writes a value to stdout as JSON for people and programs. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}
