import { InputError, type InputLocation } from "../../errors.ts";

/**
 * Reads a text of whitespace-separated nonnegative integers one by one and keeps the line for error messages. Line
 * breaks are whitespace like any other, and a comment goes from # to the end of its line. Nothing is allocated, so the size of the text is the only bound of the work.
 */
export class NumberReader {
  readonly file: string;
  private readonly text: string;
  private position = 0;
  private currentLine = 1;
  private lastLine = 1;

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
  }

  /** Line of the number read last, from 1. */
  get line(): number {
    return this.lastLine;
  }

  /** Place of the number read last. */
  get location(): InputLocation {
    return { file: this.file, line: this.lastLine };
  }

  /** An upper bound of the count of numbers ahead: each takes a digit and a space. */
  get leftAtMost(): number {
    return Math.ceil((this.text.length - this.position) / 2);
  }

  /**
   * @param what name of the number in error messages.
   * @param what names it in error messages.
   * @throws InputError at the end of the text, or if it is no integer of at most ten digits.
   */
  next(what: string): number {
    this.skipSpace();
    this.lastLine = this.currentLine;
    const start = this.position;
    while (this.position < this.text.length && !isSpace(this.text.charCodeAt(this.position))) this.position++;
    const token = this.text.slice(start, this.position);
    if (token === "") throw this.error(`the file ends where ${what} should be`);
    if (!/^\d{1,10}$/.test(token)) {
      const shown = token.length > 20 ? `${token.slice(0, 20)}…` : token;
      throw this.error(`"${shown}" stands where ${what} should be: it is not a nonnegative integer`);
    }
    return Number(token);
  }

  /** The first characters of the next number, which is not consumed. */
  get ahead(): string {
    this.skipSpace();
    return this.text.slice(this.position, this.position + 11).split(/\s/, 1)[0];
  }

  /** Whether only whitespace follows. */
  atEnd(): boolean {
    this.skipSpace();
    return this.position === this.text.length;
  }

  /** @throws InputError if anything but whitespace follows. */
  end(): void {
    if (this.atEnd()) return;
    this.lastLine = this.currentLine;
    const rest = this.text.slice(this.position, this.position + 20).split(/\s/, 1)[0];
    throw this.error(`"${rest}" follows after the matrix is complete: the counts above do not fit the lists`);
  }

  /** An error at the number read last. */
  error(message: string): InputError {
    return new InputError(message, this.location);
  }

  private skipSpace(): void {
    for (; this.position < this.text.length; this.position++) {
      const character = this.text.charCodeAt(this.position);
      if (character === COMMENT) {
        const end = this.text.indexOf("\n", this.position);
        this.position = end < 0 ? this.text.length : end;
        if (end < 0) return;
        this.currentLine++;
        continue;
      }
      if (!isSpace(character)) return;
      if (character === LINE_FEED) this.currentLine++;
    }
  }
}

/** Number of words on the first line that has any besides comments, and the number of that line. */
export function firstWords(text: string): { words: number; line: number } {
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const content = text.slice(start, end).replace(/#.*$/s, "").trim();
    start = end + 1;
    line++;
    if (content !== "") return { words: content.split(/\s+/).length, line };
  }
  return { words: 0, line: Math.max(line, 1) };
}

const COMMENT = 35;
const LINE_FEED = 10;
const BYTE_ORDER_MARK = 0xfeff;

function isSpace(character: number): boolean {
  return character === 32 || (character >= 9 && character <= 13) || character === BYTE_ORDER_MARK;
}
