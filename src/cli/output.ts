/** Writes data to stdout, with a newline at its end. Progress and messages go to stderr instead. */
export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Writes a value to stdout as JSON that both people and programs read. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}
