import { finishInTurns, type Steps } from "../code/steps.ts";
import { displayWidth, wrapLine } from "../report/table.ts";
import type { Result, ResultName } from "./results.ts";

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

/** A command's result as JSON, with the name of its schema (doc/reference/results.md) as its first member. */
export function resultJson<Name extends ResultName>(schema: Name, value: Result<Name>): string {
  return JSON.stringify({ schema, ...value }, null, 2);
}

/** Writes a command's result to stdout as JSON. */
export function printJson<Name extends ResultName>(schema: Name, value: Result<Name>): void {
  print(resultJson(schema, value));
}

/** Columns of a terminal that does not know its size, as of the VT100. */
const COLUMNS = 80;

/**
 * Gives a terminal without a known size, which reports 0 columns, a width of 80: a pseudo-terminal of `script` or `expect`, or a serial line.
 * A later resize still sets the true width.
 */
export function assumeWidth(...streams: { columns?: number }[]): void {
  for (const stream of streams) if (stream.columns === 0) stream.columns = COLUMNS;
}

/** Seconds from the start of long work to its first line, and between lines. */
const FIRST_SECONDS = 1;
const SECONDS = 5;

/**
 * Runs long work step by step and prints its progress on stderr.
 * @param what name of the work: "peg-8000: construction".
 */
export function finishShowing<Result>(steps: Steps<Result>, what: string): Promise<Result> {
  let next = performance.now() / 1000 + FIRST_SECONDS;
  return finishInTurns(steps, {
    onProgress(share) {
      const now = performance.now() / 1000;
      if (now < next) return;
      next = now + SECONDS;
      process.stderr.write(`${what}, ${Math.round(100 * share)} %\n`);
    },
  });
}

/** Stream that receives progress: process.stderr, or a test's. */
export interface ProgressStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Colour of a line on a terminal with colours. */
export type LineColour = "green" | "yellow" | "dim" | "plain";

/** The progress display: a table for a terminal, a line for a log. */
export interface ProgressView {
  /** @param width columns of the terminal. @param coloured whether lines get the colours of `colours`. */
  table(width: number, coloured: boolean): string;
  /** Colours of the table's lines, from the last line up. Lines beyond the list are plain. */
  colours?(): readonly LineColour[];
  line(): string;
}

/** Seconds between two lines without a terminal. */
const LINE_SECONDS = 8;
const TABLE_SECONDS = 0.5;

const ERASE_LINE = "\u001b[2K";
const UP = "\u001b[1A";

const CODES: Readonly<Record<LineColour, number>> = { plain: 0, dim: 2, green: 32, yellow: 33 };

/** Shows the progress of a command: a table that is redrawn on a terminal, or a line from time to time. */
export class Progress {
  readonly #stream: ProgressStream;
  readonly #quiet: boolean;
  readonly #colour: boolean;
  #timer: NodeJS.Timeout | undefined;
  #view: ProgressView | undefined;
  /** Number of characters of each line on the screen. */
  #drawn: readonly number[] = [];

  /** @param environment environment variables. If NO_COLOR is set, there are no colours. */
  constructor(stream: ProgressStream, quiet: boolean, environment: Readonly<Record<string, string | undefined>>) {
    this.#stream = stream;
    this.#quiet = quiet;
    this.#colour = stream.isTTY === true && !environment.NO_COLOR;
  }

  /** Prints a line above the table. */
  say(text: string): void {
    if (!this.#quiet) this.warn(text);
  }

  /** Prints a line about a fault, even if quiet. */
  warn(text: string): void {
    this.#erase();
    const { isTTY, columns = 80 } = this.#stream;
    this.#stream.write(`${isTTY ? wrapLine(text, columns) : text}\n`);
    if (this.#timer !== undefined) this.#drawTable();
  }

  /** Shows the view until `stop`. @param lineSeconds seconds between two lines without a terminal. */
  start(view: ProgressView, lineSeconds = LINE_SECONDS): void {
    if (this.#quiet) return;
    this.#view = view;
    // The signal of a resized terminal is heard between timers and immediates: the table is then erased by the new width.
    const show = this.#stream.isTTY
      ? () => setImmediate(() => this.#redraw())
      : () => this.#stream.write(`${view.line()}\n`);
    this.#timer = setInterval(show, 1000 * (this.#stream.isTTY ? TABLE_SECONDS : lineSeconds));
    this.#timer.unref();
    this.#drawTable();
  }

  /** Draws a terminal's table now, because something worth seeing has come. */
  update(): void {
    this.#redraw();
  }

  /** Removes the table. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#erase();
  }

  #redraw(): void {
    if (this.#timer !== undefined) this.#drawTable();
  }

  #drawTable(): void {
    if (!this.#stream.isTTY || this.#view === undefined) return;
    // A line that wraps would take more rows than are erased. Some terminals already wrap in the last column.
    const width = (this.#stream.columns ?? 80) - 1;
    const lines = this.#view
      .table(width, this.#colour)
      .split("\n")
      .map((line) => line.slice(0, width));
    const colours = this.#view.colours?.() ?? [];
    const first = lines.length - colours.length;
    this.#erase();
    this.#stream.write(lines.map((line, i) => `${this.#coloured(line, colours[i - first])}\n`).join(""));
    this.#drawn = lines.map((line) => line.length);
  }

  /** Erases the table. The cursor need not be in the first column, because terminals echo ^C. */
  #erase(): void {
    // A terminal that became narrower has wrapped the lines, which then take more rows than were drawn.
    const columns = this.#stream.columns ?? 80;
    const rows = this.#drawn.reduce((sum, length) => sum + Math.max(1, Math.ceil(length / columns)), 0);
    // Line by line: when a screen is cleared from its first row on, tmux keeps the old rows in its history.
    if (rows > 0) this.#stream.write(`\r${ERASE_LINE}${`${UP}${ERASE_LINE}`.repeat(rows)}`);
    this.#drawn = [];
  }

  #coloured(line: string, colour: LineColour = "plain"): string {
    return this.#colour && colour !== "plain" ? `\u001b[${CODES[colour]}m${line}\u001b[0m` : line;
  }
}
