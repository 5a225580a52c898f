/** Writes data to stdout with a newline at its end. Progress and messages go to stderr. */
export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Writes a value to stdout as JSON for people and programs. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}
