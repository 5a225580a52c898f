import { channelKind } from "../channel/channels.ts";
import { InputError } from "../errors.ts";
import type { ChunkCounts } from "./chunk.ts";
import { csvLine, parseCsv } from "./csv.ts";
import { type Estimate, errorRates } from "./statistics.ts";
import type { StoppedBy } from "./stopping.ts";
import type { Task } from "./task.ts";

/** Columns of points.csv, in order. Only what is reproducible: no times, no devices. */
export const POINT_COLUMNS = [
  "code",
  "decoder",
  "channel",
  "point",
  "seed",
  "frames",
  "frame_errors",
  "information_frame_errors",
  "symbol_errors",
  "bit_errors",
  "undetected",
  "iterations",
  "iterations_correct",
  "fer",
  "fer_low",
  "fer_high",
  "ser",
  "ser_low",
  "ser_high",
  "ber",
  "ber_low",
  "ber_high",
  "stopped_by",
  "ml_errors",
] as const;

/** Columns that files of earlier versions lack, and that are empty where not all chunks have the count. */
const LATER_COLUMNS = ["ml_errors"] as const;
type LaterColumn = (typeof LATER_COLUMNS)[number];
const FIRST_COLUMNS = POINT_COLUMNS.slice(0, -LATER_COLUMNS.length);

const TEXT_COLUMNS = ["code", "decoder", "channel", "stopped_by"] as const;
type TextColumn = (typeof TEXT_COLUMNS)[number];
type NumberColumn = Exclude<(typeof POINT_COLUMNS)[number], TextColumn | LaterColumn>;

/** One row of points.csv. `stopped_by` is `unfinished` for a point that was interrupted. */
export type PointRow = { readonly [column in NumberColumn]: number } & {
  readonly [column in TextColumn]: string;
} & { readonly [column in LaterColumn]?: number };

/** The row of a point. @param symbols symbols per frame. @param bitsPerSymbol log2 of the field size. */
export function pointRow(
  task: Task,
  counts: ChunkCounts,
  stoppedBy: StoppedBy | "unfinished",
  symbols: number,
  bitsPerSymbol: number,
): PointRow {
  const { fer, ser, ber } = errorRates(counts, symbols, bitsPerSymbol);
  return {
    code: task.code.name,
    decoder: task.decoder,
    channel: channelKind(task.channel).column,
    point: task.channel.value,
    seed: task.seed,
    frames: counts.frames,
    frame_errors: counts.frameErrors,
    information_frame_errors: counts.informationFrameErrors,
    symbol_errors: counts.symbolErrors,
    bit_errors: counts.bitErrors,
    undetected: counts.undetected,
    iterations: counts.iterations,
    iterations_correct: counts.iterationsCorrect,
    ...rounded("fer", fer),
    ...rounded("ser", ser),
    ...rounded("ber", ber),
    stopped_by: stoppedBy,
    ...(counts.mlErrors === undefined ? {} : { ml_errors: counts.mlErrors }),
  };
}

/**
 * The text of points.csv: UTF-8, LF, a header, a row per point. Rates and bounds have six significant digits, in
 * JavaScript's shortest form (`0.038`, `2.4e-7`, exponents below 1e-6); all other numbers are exact.
 */
export function formatPoints(rows: readonly PointRow[]): string {
  const lines = rows.map((row) => csvLine(POINT_COLUMNS.map((column) => String(row[column] ?? ""))));
  return `${[csvLine(POINT_COLUMNS), ...lines].join("\n")}\n`;
}

/**
 * Reads points.csv back, those of earlier versions too, which end with `stopped_by`.
 * @throws InputError with file and line for other columns, a row of another length, or a field that is not a number.
 */
export function parsePoints(text: string, file?: string): PointRow[] {
  const [header, ...records] = parseCsv(text, file);
  const columns = [POINT_COLUMNS, FIRST_COLUMNS].find((known) => header?.fields.join(",") === known.join(","));
  if (columns === undefined) {
    throw new InputError(`the columns are not those of a points.csv: ${POINT_COLUMNS.join(",")}`, { file, line: 1 });
  }
  return records.map(({ fields, line }) => {
    if (fields.length !== columns.length) {
      throw new InputError(`${fields.length} fields instead of ${columns.length}`, { file, line });
    }
    const known = columns.map((column, i) => [column, fields[i]] as const);
    const row = known
      .filter(([column, field]) => !(isLater(column) && field === ""))
      .map(([column, field]) => [column, fieldValue(column, field, file, line)]);
    return Object.fromEntries(row) as PointRow;
  });
}

function isLater(column: string): boolean {
  return (LATER_COLUMNS as readonly string[]).includes(column);
}

function fieldValue(column: string, field: string, file: string | undefined, line: number): string | number {
  if ((TEXT_COLUMNS as readonly string[]).includes(column)) return field;
  const value = Number(field);
  if (field.trim() === "" || !Number.isFinite(value)) {
    throw new InputError(`${column} "${field}" is not a number`, { file, line });
  }
  return value;
}

function rounded<Name extends "fer" | "ser" | "ber">(name: Name, { value, low, high }: Estimate) {
  const six = (x: number) => Number(x.toPrecision(6));
  return { [name]: six(value), [`${name}_low`]: six(low), [`${name}_high`]: six(high) } as {
    [key in Name | `${Name}_low` | `${Name}_high`]: number;
  };
}
