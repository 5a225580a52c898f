import { InputError, type InputLocation } from "../../errors.ts";
import { sum } from "../../sum.ts";
import { ALIAS_CELLS } from "../alias-table.ts";
import type { ChannelTable } from "./channel-tables.ts";

/** A table of a file. */
export type GivenTable = Omit<ChannelTable, "at"> & { readonly at?: number };

/** A member of a table: the value, a row of probabilities, the LLRs, or the whole. */
export type TableMember = readonly [] | readonly ["at"] | readonly ["probabilities", number] | readonly ["llr"];

/** File and line of a table's member. */
export type TablePlace = (table: number, member: TableMember) => InputLocation;

/** Largest difference of a row's sum from 1. Rows often have six digits. */
const SUM_TOLERANCE = 1e-6;
const MOST_INPUTS = 256;
/** Most probabilities of a file. */
export const MOST_PROBABILITIES = 65_536;

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
    requireSameSize(tables[0], table, placed);
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

function requireSameSize(first: GivenTable, table: GivenTable, place: MemberPlace): void {
  const [wanted, size] = [first, table].map(({ probabilities: rows }) => `${rows.length} rows of ${rows[0].length}`);
  if (wanted === size) return;
  throw new InputError(
    `${size} outputs where the first table has ${wanted}: all tables of a file have one size`,
    place([]),
  );
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
