import { InputError } from "../errors.ts";

/** One line of CSV without its line end; a field with a comma, quote or line break is quoted (RFC 4180). */
export function csvLine(fields: readonly string[]): string {
  return fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",");
}

/** One record of a CSV file. */
export interface CsvRecord {
  readonly fields: readonly string[];
  /** Line on which the record begins, from 1. */
  readonly line: number;
}

/**
 * Reads CSV as of RFC 4180, with LF or CRLF. Empty lines are passed over.
 * @throws InputError for a quote that is never closed or that is followed by something else than a comma or line end.
 */
export function parseCsv(text: string, file?: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  let fields: string[] = [];
  let line = 1;
  let start = 1;
  while (field.lastIndex < text.length || fields.length > 0) {
    const match = field.exec(text);
    if (match === null) throw new InputError("misplaced or unclosed quote in CSV", { file, line });
    const [, quoted, plain, end] = match;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += match[0].split("\n").length - 1;
    if (end === ",") continue;
    if (fields.length > 1 || fields[0] !== "") records.push({ fields, line: start });
    fields = [];
    start = line;
  }
  return records;
}
