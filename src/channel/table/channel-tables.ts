import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod/mini";
import { InputError, type InputLocation } from "../../errors.ts";
import { parseJson } from "../../json.ts";
import { jsonLine } from "../../json-line.ts";
import { sum } from "../../sum.ts";
import { ALIAS_CELLS } from "../discrete-channel.ts";
import { lineWords, requireWord } from "../file-words.ts";

type GivenTable = Omit<ChannelTable, "at"> & { readonly at?: number };

/** A member of a table: the value, a row of probabilities, the LLRs, or the whole. */
type TableMember = readonly [] | readonly ["at"] | readonly ["probabilities", number] | readonly ["llr"];

type TablePlace = (table: number, member: TableMember) => InputLocation;

/** Largest difference of a row's sum from 1. Rows often have six digits. */
const SUM_TOLERANCE = 1e-6;
const MOST_INPUTS = 256;
const MOST_PROBABILITIES = 65_536;

/**
 * Checks tables of one file.
 * @param place file and line of a member, for messages.
 * @returns the tables, each with a value: 0 for one table without.
 * @throws InputError with file, line and remedy.
 */
export function requireTables(tables: readonly GivenTable[], place: TablePlace): readonly ChannelTable[] {
  if (tables.length === 0) {
    const { file } = place(0, []);
    throw new InputError("no table: give a row for each input, with the probability of each output", { file });
  }
  const values = new Set<number>();
  tables.forEach((table, i) => {
    // Positions are found only for errors, because the search takes a while in a long JSON text.
    const placed = (member: TableMember) => place(i, member);
    requireRows(table, placed);
    const [wanted, size] = [tables[0], table].map(
      ({ probabilities: rows }) => `${rows.length} rows of ${rows[0].length}`,
    );
    if (wanted !== size) {
      const rule = "all tables of a file have one size";
      throw new InputError(`${size} outputs where the first table has ${wanted}: ${rule}`, placed([]));
    }
    requireValue(table, tables.length > 1, values, placed);
  });
  const count = tables.length * tables[0].probabilities.length * tables[0].probabilities[0].length;
  if (count > MOST_PROBABILITIES) {
    const { file } = place(0, []);
    throw new InputError(`${count} probabilities: a file has ${MOST_PROBABILITIES} at most; divide it`, { file });
  }
  return tables.map(({ at = 0, ...table }) => ({ at, ...table }));
}

type MemberPlace = (member: TableMember) => InputLocation;

function requireRows({ probabilities, llr }: GivenTable, place: MemberPlace): void {
  const inputs = probabilities.length;
  if (inputs < 2 || inputs > MOST_INPUTS || !Number.isInteger(Math.log2(inputs))) {
    const rule = "a table has 2 rows, for the values of a bit, or q, for the symbols of a code over GF(q)";
    throw new InputError(`${counted(inputs, "row")}: ${rule}`, place([]));
  }
  const outputs = probabilities[0].length;
  if (outputs < 2) throw new InputError("1 output for each input: give 2 or more, or nothing is received", place([]));
  if (outputs > ALIAS_CELLS) {
    const remedy = "quantise more coarsely";
    throw new InputError(`${outputs} outputs: ${ALIAS_CELLS} can be sampled; ${remedy}`, place(["probabilities", 0]));
  }
  probabilities.forEach((row, input) => {
    const fault = rowFault(row, outputs);
    if (fault !== undefined) throw new InputError(fault, place(["probabilities", input]));
  });
  for (let output = 0; output < outputs; output++) {
    if (probabilities.some((row) => row[output] > 0)) continue;
    const remedy = "it is never received and has no LLR; leave it out";
    throw new InputError(`output ${output} has probability 0 for every input: ${remedy}`, place([]));
  }
  const fault = llr && llrFault(llr, inputs, outputs);
  if (fault !== undefined) throw new InputError(fault, place(["llr"]));
}

function rowFault(row: readonly number[], outputs: number): string | undefined {
  if (row.length !== outputs) {
    return `${counted(row.length, "probability", "probabilities")} where the first row has ${outputs}: each row has one for each output`;
  }
  const wrong = row.findIndex((p) => !(p >= 0 && p <= 1));
  if (wrong >= 0) return `probability ${row[wrong]} of output ${wrong}: give a number from 0 to 1`;
  const total = sum(row);
  if (Math.abs(total - 1) <= SUM_TOLERANCE) return undefined;
  return `the row adds to ${Number(total.toPrecision(8))}, not to 1: add the missing output, or divide the row by its sum`;
}

function llrFault(llr: readonly number[], inputs: number, outputs: number): string | undefined {
  if (inputs > 2) return "LLRs of bits in a table of symbols: leave them out; costs follow from the probabilities";
  if (llr.length !== outputs) return `${counted(llr.length, "LLR")} for ${outputs} outputs: give one for each`;
  const wrong = llr.findIndex((value) => !Number.isFinite(value));
  return wrong < 0 ? undefined : `LLR ${llr[wrong]} of output ${wrong} is not finite: 1024 stands for certainty`;
}

/** Checks a table's value and adds it to `before`. @param before values of earlier tables. */
function requireValue({ at }: GivenTable, isOneOfSeveral: boolean, before: Set<number>, place: MemberPlace): void {
  if (at === undefined) {
    if (!isOneOfSeveral) return;
    throw new InputError("a table without a value: of several tables each has one, such as at 3000", place([]));
  }
  if (!Number.isFinite(at)) throw new InputError(`value ${at}: give a finite number`, place(["at"]));
  if (before.has(at)) {
    throw new InputError(`a table at ${at} stands above already: give each table another value`, place(["at"]));
  }
  before.add(at);
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A channel without memory, as the probabilities of its outputs. */
export interface ChannelTable {
  /** The value that selects the table: a number of cycles, a distance, an attenuation. */
  readonly at: number;
  /** [input][output] P(output | input). Inputs are the values of a bit, or the symbols 0 … q − 1. */
  readonly probabilities: readonly (readonly number[])[];
  /** [output] the receiver's LLR ln P(0)/P(1) of a bit. If left out, it follows from the probabilities. */
  readonly llr?: readonly number[];
}

/** The tables of a file, all of one size. */
export interface ChannelTables {
  readonly name: string;
  readonly inputs: number;
  readonly outputs: number;
  /** Distinguishes tables of the same name: the first 8 hexadecimal digits of the SHA-256 of the tables. */
  readonly digest: string;
  /** Tables by `at`, ascending; absent if only the text of the channel is known. */
  readonly tables?: readonly ChannelTable[];
}

/** Tables with their sizes and their digest. @param tables that `requireTables` accepts. */
export function channelTables(name: string, tables: readonly ChannelTable[]): ChannelTables {
  const sorted = [...tables].sort((a, b) => a.at - b.at).map(plain);
  const [{ probabilities }] = sorted;
  const digest = bytesToHex(sha256(utf8ToBytes(JSON.stringify(sorted)))).slice(0, 8);
  return { name, inputs: probabilities.length, outputs: probabilities[0].length, digest, tables: sorted };
}

/** The members in a fixed order, because the digest depends on it. */
function plain({ at, probabilities, llr }: ChannelTable): ChannelTable {
  return llr === undefined ? { at, probabilities } : { at, probabilities, llr };
}

/** The table of a value. @throws InputError for an unknown value, or if the tables are not loaded. */
export function tableAtValue({ name, tables }: ChannelTables, value: number): ChannelTable {
  if (tables === undefined) {
    throw new InputError(
      `the tables of ${name} are not in points.csv: give the run's folder, or the file of the tables`,
    );
  }
  const table = tables.find(({ at }) => at === value);
  if (table === undefined) throw new InputError(`${value}: ${valuesText(tables)}`);
  return table;
}

/** `the file has tables at 1000, 3000, 10000`. */
export function valuesText(tables: readonly ChannelTable[]): string {
  const shown = tables.slice(0, 12).map(({ at }) => at);
  return `the file has ${shown.length === 1 ? "one table, at" : "tables at"} ${shown.join(", ")}${tables.length > shown.length ? ", …" : ""}`;
}

/** Formats tables in a few words, for points.csv: `nand 2x4:1f0c99ab`. */
export function tablesText({ name, inputs, outputs, digest }: ChannelTables): string {
  return `${name} ${inputs}x${outputs}:${digest}`;
}

/** The inverse of `tablesText`, without the tables; undefined for another text. */
export function parseTablesText(text: string): ChannelTables | undefined {
  const [, name, inputs, outputs, digest] = /^(\S+) (\d+)x(\d+):([0-9a-f]{8})$/.exec(text) ?? [];
  return name === undefined ? undefined : { name, inputs: Number(inputs), outputs: Number(outputs), digest };
}

/** @throws InputError unless the inputs of the tables are bits, or the symbols of GF(q). */
export function requireInputs({ name, inputs }: Pick<ChannelTables, "name" | "inputs">, q: number): void {
  if (inputs === 2 || inputs === q) return;
  throw new InputError(
    `channel ${name}: its tables have ${inputs} rows, for symbols of GF(${inputs}), and the code is over GF(${q}): ` +
      `give tables with ${q === 2 ? "" : `${q} rows, or with `}2 rows for bits`,
  );
}

/** [input][output] probabilities whose sum for each input is exactly 1. */
export function exactRows({ probabilities }: ChannelTable): number[][] {
  return probabilities.map((row) => {
    const total = sum(row);
    return row.map((p) => p / total);
  });
}

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
