import { wrapLine } from "../report/table.ts";

/** Where progress goes: process.stderr, or a test. */
export interface ProgressStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** How a line is shown where there are colours. */
export type LineColour = "green" | "yellow" | "dim" | "plain";

/** The display: one text for a terminal, one line for a log. */
export interface ProgressView {
  /** @param width columns of the terminal. @param coloured whether lines get the colours of `colours`. */
  table(width: number, coloured: boolean): string;
  /** The colours of the table's lines, from the last one up; a line without one is plain. */
  colours?(): readonly LineColour[];
  line(): string;
}

/** Seconds between two lines where there is no terminal. */
const LINE_SECONDS = 8;
const TABLE_SECONDS = 0.5;

const CODES: Readonly<Record<LineColour, number>> = { plain: 0, dim: 2, green: 32, yellow: 33 };

/** Shows the progress of a command: a table in place on a terminal, else a line now and then. */
export class Progress {
  readonly #stream: ProgressStream;
  readonly #quiet: boolean;
  readonly #colour: boolean;
  #timer: NodeJS.Timeout | undefined;
  #view: ProgressView | undefined;
  /** Characters of the lines that are shown. */
  #drawn: readonly number[] = [];

  /** @param environment NO_COLOR set to anything: no colours. */
  constructor(stream: ProgressStream, quiet: boolean, environment: Readonly<Record<string, string | undefined>>) {
    this.#stream = stream;
    this.#quiet = quiet;
    this.#colour = stream.isTTY === true && !environment.NO_COLOR;
  }

  /** A line of its own, above the table. */
  say(text: string): void {
    if (!this.#quiet) this.warn(text);
  }

  /** A line that is shown even if quiet: something went wrong. */
  warn(text: string): void {
    this.#erase();
    const { isTTY, columns = 80 } = this.#stream;
    this.#stream.write(`${isTTY ? wrapLine(text, columns) : text}\n`);
    if (this.#timer !== undefined) this.#drawTable();
  }

  /** Begins to show the view, until `stop`. @param lineSeconds between two lines where there is no terminal. */
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

  /** Takes the table away. */
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
    // A line that wraps would take more rows than are erased; in the last column some terminals wrap already.
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

  /** The cursor need not be in the first column: terminals echo ^C. */
  #erase(): void {
    // A terminal that became narrower has broken the lines: they take more rows than were drawn.
    const columns = this.#stream.columns ?? 80;
    const rows = this.#drawn.reduce((sum, length) => sum + Math.max(1, Math.ceil(length / columns)), 0);
    if (rows > 0) this.#stream.write(`\r\u001b[${rows}A\u001b[J`);
    this.#drawn = [];
  }

  #coloured(line: string, colour: LineColour = "plain"): string {
    return this.#colour && colour !== "plain" ? `\u001b[${CODES[colour]}m${line}\u001b[0m` : line;
  }
}
