import { displayWidth, wrapLine } from "../report/table.ts";

/** Writes data to stdout with a newline at its end. Progress and messages go to stderr. */
export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Writes text for people to stdout. A terminal gets lines that are wider than it broken between words. */
export function printText(text: string): void {
  const { columns = Number.POSITIVE_INFINITY } = process.stdout;
  const fit = (line: string) => (displayWidth(line) > columns ? wrapLine(line, columns) : line);
  print(text.split("\n").map(fit).join("\n"));
}

/** Writes a message of the program to stderr. */
export function say(text: string): void {
  process.stderr.write(`ldpc: ${text}\n`);
}

/** Writes a value to stdout as JSON for people and programs. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}
