import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { InputError } from "../../errors.ts";
import { sum } from "../../sum.ts";

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
