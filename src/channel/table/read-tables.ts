import { z } from "zod/mini";
import { InputError, type InputLocation } from "../../errors.ts";
import { parseJson } from "../../json.ts";
import { jsonLine } from "../../json-line.ts";
import { requireWord } from "../channel-word.ts";
import { lineWords } from "../line-words.ts";
import { type ChannelTables, channelTables } from "./channel-tables.ts";
import { type GivenTable, MOST_PROBABILITIES, requireTables, type TableMember } from "./require-tables.ts";

/** Most characters of a text of tables: 24 for each probability, and comments. */
export const TABLES_CHARACTERS = 2 ** 21;

const TABLE = z.strictObject({
  at: z.optional(z.number()),
  probabilities: z.array(z.array(z.number())).check(z.minLength(1)),
  llr: z.optional(z.array(z.number())),
});
const TABLES = z.strictObject({ name: z.optional(z.string()), tables: z.array(TABLE) });

/**
 * Reads tables of P(output | input), as lines or as JSON.
 * - Lines: a row of probabilities for each input, between white space, commas or semicolons; `llr` and the LLR of each output; `at` and a
 *   value before each of several tables. Lines may end in a comment behind `#`.
 * - JSON: `{ "probabilities": [[…], […]], "llr": […] }`, or several of them, with `at`, as `{ "tables": […] }`.
 * @param name of the channel, for tasks and figures; a name in the JSON wins.
 * @param file for messages; left out for a text that is no file's.
 * @throws InputError with file, line and remedy as `requireTables`, and for text of another form.
 * @example
 * readTables("0.9 0.1\n0.1 0.9\n", "reads").outputs; // → 2
 */
export function readTables(text: string, name: string, file?: string): ChannelTables {
  if (text.length > TABLES_CHARACTERS) {
    throw new InputError(`has ${text.length} characters: tables have ${TABLES_CHARACTERS} at most`, { file });
  }
  const given = /^\s*\{/.test(text) ? readJson(text, file) : readLines(text, file);
  const named = given.name ?? name;
  requireWord(named, "a channel", file);
  return channelTables(named, requireTables(given.tables, given.place));
}

interface PlacedTables {
  readonly name?: string;
  readonly tables: readonly GivenTable[];
  readonly place: (table: number, member: TableMember) => InputLocation;
}

/** The tables as a text that `readTables` reads. */
export function tablesJson({ name, tables = [] }: ChannelTables): string {
  return JSON.stringify({ name, tables });
}

function readJson(text: string, file: string | undefined): PlacedTables {
  const said = file ?? "the table";
  const isList = /"tables"\s*:/.test(text);
  if (!isList) {
    const table = parseJson(text, said, TABLE, TABLES_CHARACTERS);
    return { tables: [table], place: (_, member) => ({ file, line: jsonLine(text, member) }) };
  }
  const { name, tables } = parseJson(text, said, TABLES, TABLES_CHARACTERS);
  return { name, tables, place: (i, member) => ({ file, line: jsonLine(text, ["tables", i, ...member]) }) };
}

/** A table with the lines of its members. */
interface LinedTable {
  at?: number;
  llr?: number[];
  readonly probabilities: number[][];
  readonly lines: { first: number; at?: number; llr?: number; readonly rows: number[] };
}

function readLines(text: string, file: string | undefined): PlacedTables {
  const tables: LinedTable[] = [];
  let count = 0;
  text.split("\n").forEach((content, i) => {
    const line = i + 1;
    const [first, ...rest] = lineWords(content, { file, line });
    if (first === undefined) return;
    const word = first.toLowerCase();
    if (word === "at" || tables.length === 0) tables.push({ probabilities: [], lines: { first: line, rows: [] } });
    const table = tables[tables.length - 1];
    const values = numbersOf(word === "at" || word === "llr" ? rest : [first, ...rest], { file, line });
    if (word === "at") {
      if (values.length !== 1) throw new InputError("at stands before one value, such as at 3000", { file, line });
      table.at = values[0];
      table.lines.at = line;
    } else if (word === "llr") {
      if (table.llr !== undefined) throw new InputError("a second line of LLRs: a table has one", { file, line });
      table.llr = values;
      table.lines.llr = line;
    } else {
      count += values.length;
      if (count > MOST_PROBABILITIES) {
        throw new InputError(`more than ${MOST_PROBABILITIES} probabilities: divide the file`, { file, line });
      }
      table.probabilities.push(values);
      table.lines.rows.push(line);
    }
  });
  const place = (i: number, [member, row]: TableMember): InputLocation => {
    const { first, at, llr, rows } = tables[i]?.lines ?? { first: undefined, rows: [] };
    const line = { at, llr, probabilities: rows[row ?? 0] }[member ?? "at"] ?? first;
    return { file, line };
  };
  return { tables: tables.map(({ lines, ...table }) => table), place };
}

function numbersOf(words: readonly string[], place: InputLocation): number[] {
  return words.map((word) => {
    const value = Number(word);
    if (!Number.isNaN(value)) return value;
    const rule = "a row has the probability of each output, such as 0.9 0.1; comments begin with #";
    throw new InputError(`"${word.slice(0, 40)}" is not a number: ${rule}`, place);
  });
}
