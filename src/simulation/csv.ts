import { InputError } from "../errors.ts";

/** Maximum length of a field of a CSV file, in characters. */
const FIELD_MAXIMUM = 2 ** 16;

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
 * Reads CSV by RFC 4180, with LF or CRLF, in time linear in its length, without empty lines.
 * @throws InputError for a quote that is never closed or that is followed by anything but a comma or line end, and for
 * a field of more than 65,536 characters.
 */
export function parseCsv(text: string, file?: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let fields: string[] = [];
  let line = 1;
  let start = 1;
  let position = 0;
  while (position < text.length || fields.length > 0) {
    const quoted = text[position] === '"';
    const end = quoted ? closingQuote(text, position) : plainEnd(text, position);
    const separator = end < 0 ? undefined : separatorAt(text, end);
    if (separator === undefined) throw new InputError("misplaced or unclosed quote in CSV", { file, line });
    const written = quoted ? text.slice(position + 1, end - 1) : text.slice(position, end);
    if (written.length > FIELD_MAXIMUM) {
      throw new InputError(`a field has more than ${FIELD_MAXIMUM} characters`, { file, line });
    }
    fields.push(quoted ? written.replaceAll('""', '"') : written);
    if (quoted) line += written.split("\n").length - 1;
    position = end + separator.length;
    if (separator === ",") continue;
    if (separator !== "") line++;
    if (fields.length > 1 || fields[0] !== "") records.push({ fields, line: start });
    fields = [];
    start = line;
  }
  return records;
}

/** Position after the quote that closes the field at `start`, −1 if no quote does. */
function closingQuote(text: string, start: number): number {
  for (let i = start + 1; ; i += 2) {
    i = text.indexOf('"', i);
    if (i < 0) return -1;
    if (text[i + 1] !== '"') return i + 1;
  }
}

/** Position of the end of the unquoted field at `start`: a comma, a line end, a quote or the end of the text. */
function plainEnd(text: string, start: number): number {
  PLAIN_END.lastIndex = start;
  return PLAIN_END.exec(text)?.index ?? text.length;
}

const PLAIN_END = /[",\r\n]/g;

/** The separator at `position`: a comma, a line end, or an empty string at the end of the text. */
function separatorAt(text: string, position: number): string | undefined {
  if (position >= text.length) return "";
  const character = text[position];
  if (character === "," || character === "\n") return character;
  return text.startsWith("\r\n", position) ? "\r\n" : undefined;
}
