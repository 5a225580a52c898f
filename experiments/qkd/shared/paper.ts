import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { packageRoot } from "../../../src/node/program.ts";
import { citation } from "../../../src/papers.ts";

/** One cell of Tables 2 to 5 of Mink and Nakassis. */
export interface PaperCell {
  /** Mean QBER in percent. */
  readonly qber: number;
  /** Strings not corrected, of 1000. */
  readonly failures: number;
  /** Average over all strings, with one decimal; a string that was not corrected counts with the limit. */
  readonly iterations: number;
  readonly mbitPerSecond: number;
  /** Reason to doubt that the printed cell is correct. */
  readonly doubtful?: string;
}

/** A row: a program on a machine. */
export interface PaperRow {
  readonly mode: string;
  /** The CPU, or the GPU of the 2nd (W) or 3rd (K) generation. */
  readonly device: "CPU" | "W" | "K";
  /** By QBER, from 1 % on. */
  readonly cells: readonly PaperCell[];
  readonly note?: string;
}

/** A code of one of the tables, without the rows that repeat another code's. */
export interface PaperCode {
  readonly table: number;
  readonly rate: string;
  readonly title: string;
  /** Name of the code in this project, whose information columns are used. */
  readonly code: string;
  /** K: sifted bits of a string. */
  readonly bits: number;
  /** M. */
  readonly checks: number;
  readonly rows: readonly PaperRow[];
  readonly leftOut: readonly { readonly mode: string; readonly why: string }[];
}

export interface PaperTables {
  readonly source: string;
  readonly maximumIterations: number;
  /** Minimum number of strings of a cell. */
  readonly datasets: number;
  readonly codes: readonly PaperCode[];
  /** The number of its GPUs that a key of this rate would take (section 5). */
  readonly conclusion: { readonly gigabitsPerSecond: number; readonly gpus: number };
}

/** Half of the last digit printed of an average number of iterations. */
export const ITERATIONS_ROUNDING = 0.05;

/** Tables 2 to 5, from experiments/reference/qkd-tables.json. */
export function paperTables(): PaperTables {
  const text = readFileSync(join(packageRoot(), "experiments", "reference", "qkd-tables.json"), "utf8");
  const { maximumIterations, datasets, conclusion, tables } = FILE.parse(JSON.parse(text));
  return {
    source: `${citation("qkd")}, Tables 2 to 5`,
    maximumIterations,
    datasets: datasets.least,
    conclusion,
    codes: tables.flatMap(({ table, rate, codes }) => codes.map((code) => ({ table, rate, ...readCode(code) }))),
  };
}

/** The row of the GPUs for the comparison of counts: many data sets on the newer device, with most blocks. */
export function comparedRow({ rows }: PaperCode): PaperRow {
  for (const design of ["NoMK", "NoSK"]) {
    const row = rows.findLast(({ mode }) => mode.startsWith(design));
    if (row !== undefined) return row;
  }
  throw new Error("a code without any row of two arrays on the newer GPU");
}

/** The row's cell at a QBER in percent. */
export function cellAt(row: PaperRow | undefined, qber: number): PaperCell | undefined {
  return row?.cells.find((cell) => cell.qber === qber);
}

const ROW = z.strictObject({
  mode: z.string().regex(/^(CPU_S|(Srow|Scol|Seq|NoS|NoM)[WK]_\d+( \+\d+_Blk)?)$/),
  note: z.string().optional(),
  leftOut: z.string().optional(),
  doubtful: z.array(z.strictObject({ qber: z.int(), why: z.string() })).optional(),
  cells: z.array(z.string().regex(/^\d{1,4}\/\d{1,2}\.\d\/\d{1,3}\.\d{1,2}$/)),
});

const CODE = z.strictObject({
  title: z.string(),
  code: z.string(),
  bits: z.int(),
  checks: z.int(),
  rows: z.array(ROW),
});

const FILE = z.strictObject({
  source: z.string(),
  notes: z.array(z.string()),
  maximumIterations: z.int(),
  datasets: z.strictObject({ least: z.int(), note: z.string() }),
  conclusion: z.strictObject({ section: z.int(), gigabitsPerSecond: z.number(), gpus: z.int() }),
  tables: z.array(z.strictObject({ table: z.int(), rate: z.string(), codes: z.array(CODE) })),
});

function readCode({ rows, ...code }: z.infer<typeof CODE>): Omit<PaperCode, "table" | "rate"> {
  return {
    ...code,
    rows: rows.filter(({ leftOut }) => leftOut === undefined).map(readRow),
    leftOut: rows.flatMap(({ mode, leftOut }) => (leftOut === undefined ? [] : [{ mode, why: leftOut }])),
  };
}

function readRow({ mode, note, doubtful = [], cells }: z.infer<typeof ROW>): PaperRow {
  const device = mode.startsWith("CPU") ? "CPU" : mode.includes("W_") ? "W" : "K";
  return {
    mode,
    device,
    ...(note === undefined ? {} : { note }),
    cells: cells.map((cell, i) => {
      const [failures, iterations, mbitPerSecond] = cell.split("/").map(Number);
      const why = doubtful.find(({ qber }) => qber === i + 1)?.why;
      return { qber: i + 1, failures, iterations, mbitPerSecond, ...(why === undefined ? {} : { doubtful: why }) };
    }),
  };
}
