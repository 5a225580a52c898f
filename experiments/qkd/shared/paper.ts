import { z } from "zod";
import { InputError } from "../../../src/errors.ts";
import { citation } from "../../../src/papers.ts";
import { code as ofCode } from "../../shared/options.ts";
import { readTable } from "../../shared/tables.ts";

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

/** Half of the last digit printed of an average number of iterations. */
export const ITERATIONS_ROUNDING = 0.05;

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
  /** Minimum number of strings of a cell. */
  datasets: z.strictObject({ least: z.int(), note: z.string() }),
  maximumIterations: z.int(),
  /** The number of its GPUs that a key of this rate would take. */
  conclusion: z.strictObject({ section: z.int(), gigabitsPerSecond: z.number(), gpus: z.int() }),
  /** QBER in percent, h, 1 − 2h, g·h, 1 − h − g·h. */
  table1: z.strictObject({
    columns: z.array(z.string()),
    rows: z.array(z.tuple([z.int(), z.number(), z.number(), z.number(), z.number()])),
  }),
  figure8: z.strictObject({
    /** The curves: code and QBERs in percent, as the paper names them. */
    panels: z.array(z.array(z.strictObject({ code: z.string(), name: z.string(), qbers: z.array(z.int()) }))),
    /** The paper's statements about its curves: frames that converge after, or within, a number of iterations, in percent. */
    said: z.array(
      z.strictObject({
        ...{ code: z.string(), qber: z.int(), from: z.int(), to: z.int() },
        ...{ percent: z.number(), words: z.string() },
      }),
    ),
  }),
  tables: z.array(z.strictObject({ table: z.int(), rate: z.string(), codes: z.array(CODE) })),
});

const { datasets, tables, source: _, notes: __, ...rest } = readTable("qkd-tables", FILE);

/** Tables 1 to 5 and Fig. 8 of Mink and Nakassis. */
export const PAPER = {
  ...rest,
  source: `${citation("qkd")}, Tables 2 to 5`,
  datasets: datasets.least,
  codes: tables.flatMap(({ table, rate, codes }) =>
    codes.map((code): PaperCode => ({ table, rate, ...readCode(code) })),
  ),
};

/** --code of experiments with the codes of the paper's tables. */
export const paperCodes = (standard: readonly string[]) =>
  ofCode.texts("codes of the paper's tables", "wimax-2304-1152", standard);

/** @throws InputError for a code that is not in the paper. */
export function paperCodeOf(name: string): PaperCode {
  const paperCode = PAPER.codes.find((one) => one.code === name);
  if (paperCode !== undefined) return paperCode;
  throw new InputError(
    `--code ${name} is not in the paper's tables: ${PAPER.codes.map(({ code }) => code).join(", ")}`,
  );
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

/** The paper's memory designs and the equivalent decoder options, in the order of its study. */
export const DESIGNS = [
  { design: "Srow", layout: "rows" },
  { design: "Scol", layout: "columns" },
  { design: "NoS", layout: "two-arrays" },
  { design: "NoM", layout: "frames" },
] as const;

export type Design = (typeof DESIGNS)[number]["design"];

/** GPUs of the paper: of the 2nd (W) and the 3rd (K) generation. */
export const GENERATIONS = ["W", "K"] as const;

export type Generation = (typeof GENERATIONS)[number];

/**
 * The paper's row of a design on a GPU, with the number of blocks that all designs have: one for each multiprocessor.
 * Its tables print Scol as Seq, too. Undefined if the paper has no such row.
 */
export function designRow({ rows }: PaperCode, design: Design, generation: Generation): PaperRow | undefined {
  const names = design === "Scol" ? "(Scol|Seq)" : design;
  return rows.find(({ mode }) => new RegExp(`^${names}${generation}_\\d+$`).test(mode));
}

/** Mbit/s of a design at a QBER in percent; undefined if the paper has no such cell. */
export function designRate(code: PaperCode, design: Design, generation: Generation, qber: number): number | undefined {
  return cellAt(designRow(code, design, generation), qber)?.mbitPerSecond;
}

/** Geometric mean of ratios; undefined without ratios. */
export function meanRatio(ratios: readonly number[]): number | undefined {
  if (ratios.length === 0) return undefined;
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}
