import { CHANNEL_PARAMETERS, channelKind, channels, familyOfColumn } from "../channel/channels.ts";
import { InputError } from "../errors.ts";
import type { ChunkCounts } from "./counts.ts";
import { csvLine, parseCsv } from "./csv.ts";
import { type Estimate, errorRates } from "./statistics.ts";
import { STOPPED_BY, type StoppedBy } from "./stopping.ts";
import { sha256Hex, type Task } from "./task.ts";

/** Columns of counts between seed and rates, in order. */
const FIRST_COUNT_COLUMNS = [
  "frames",
  "frame_errors",
  "information_frame_errors",
  "symbol_errors",
  "bit_errors",
  "undetected",
  "iterations",
  "iterations_correct",
] as const;

/** Columns of whole numbers that are counts. A row may leave `ml_errors` empty: it was not counted. */
const COUNT_COLUMNS = [...FIRST_COUNT_COLUMNS, "ml_errors"] as const;

/** Columns of points.csv, in order; the checksum follows. All of them are reproducible: no times, no devices. */
export const POINT_COLUMNS = [
  "code",
  "decoder",
  "channel",
  "point",
  "seed",
  ...FIRST_COUNT_COLUMNS,
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

/** The last column: `rowChecksum`. */
const CHECKSUM = "checksum";
const WRITTEN_COLUMNS = [...POINT_COLUMNS, CHECKSUM];

export const TEXT_COLUMNS = ["code", "decoder", "channel", "stopped_by"] as const;
type TextColumn = (typeof TEXT_COLUMNS)[number];
type NumberColumn = Exclude<(typeof POINT_COLUMNS)[number], TextColumn | "ml_errors">;

/**
 * One row of points.csv. `point` is the channel's parameter: Eb/N0 in dB, SNR as a ratio, QBER and symbol error rate as probabilities.
 * `fer`, `ser` and `ber` are the error rates of frames, symbols and bits, 0 … 1, and `_low` and `_high` the ends of their 95 % intervals.
 * `stopped_by` is `unfinished` for a point that was interrupted.
 * @example
 * const name = ({ channel, point, fer, fer_low, fer_high }: PointRow) => `${channel} ${point}: ${fer} in ${fer_low} … ${fer_high}`;
 */
export type PointRow = { readonly [column in NumberColumn]: number } & {
  readonly [column in TextColumn]: string;
} & { readonly ml_errors?: number };

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
    ml_errors: counts.mlErrors,
  };
}

/**
 * The text of points.csv: UTF-8, LF, a header, a row per point. Rates and bounds have six significant digits, in
 * JavaScript's shortest form (`0.038`, `2.4e-7`, exponents below 1e-6); all other numbers are exact. Each row ends with its
 * checksum: the first 16 hexadecimal digits of the SHA-256 of two lines in UTF-8, each ended by LF: the header and the row,
 * both without their last column, fields quoted only where they hold a comma, a quote or a line break.
 * @param rows in the order of the file.
 * @example
 * const rows = await simulate(code, decoder, { ebn0: 2 }, { engine, maxErrors: 5 }).result();
 * formatPoints(rows).split("\n")[0].startsWith("code,decoder,channel,point"); // → true
 */
export function formatPoints(rows: readonly PointRow[]): string {
  const lines = rows.map((row) => {
    const fields = POINT_COLUMNS.map((column) => String(row[column] ?? ""));
    return csvLine([...fields, rowChecksum(fields)]);
  });
  return `${[csvLine(WRITTEN_COLUMNS), ...lines].join("\n")}\n`;
}

/**
 * Reads points.csv.
 * @param text the file's content.
 * @param file the file's name in error messages.
 * @throws InputError with file, line and column for other columns, a row of another length, a field that is no such number
 * or text, a row without its checksum, and a channel, value, seed or count that there is not.
 * @example
 * const rows = await simulate(code, decoder, { ebn0: 2 }, { engine, maxErrors: 5 }).result();
 * parsePoints(formatPoints(rows), "points.csv").length; // → 1
 */
export function parsePoints(text: string, file?: string): PointRow[] {
  // Files of recorded results end with a line on their origin.
  const [header, ...records] = parseCsv(text.replace(/^# measured \{.*\}$/gm, ""), file);
  if (header?.fields.join(",") !== WRITTEN_COLUMNS.join(",")) {
    throw new InputError(`the columns are not those of a points.csv: ${WRITTEN_COLUMNS.join(",")}`, { file, line: 1 });
  }
  return records.map(({ fields, line }) => {
    if (fields.length !== WRITTEN_COLUMNS.length) {
      throw new InputError(`${fields.length} fields instead of ${WRITTEN_COLUMNS.length}`, { file, line });
    }
    const known = POINT_COLUMNS.map((column, i) => [column, fields[i]] as const);
    const row = known
      .filter(([column, field]) => column !== "ml_errors" || field !== "")
      .map(([column, field]) => [column, fieldValue(column, field, file, line)]);
    const point = Object.fromEntries(row) as PointRow;
    if (fields[fields.length - 1] !== rowChecksum(fields.slice(0, -1))) {
      const remedy =
        "the row is damaged or was changed by hand; run the same command again, which writes the file anew";
      throw new InputError(`${CHECKSUM} is not that of the row's other fields: ${remedy}`, { file, line });
    }
    const fault = rowFault(point);
    if (fault !== undefined) throw new InputError(fault, { file, line });
    return point;
  });
}

/** Whether a text has the first line of a points.csv. */
export function hasPoints(text: string): boolean {
  const [first] = text.split(/\r?\n/, 1);
  return first.replaceAll('"', "") === WRITTEN_COLUMNS.join(",");
}

/** The checksum of a row by the definition at `formatPoints`. @param fields of the columns `POINT_COLUMNS`, as text. */
function rowChecksum(fields: readonly string[]): string {
  return sha256Hex(`${csvLine(POINT_COLUMNS)}\n${csvLine(fields)}\n`).slice(0, 16);
}

function fieldValue(column: string, field: string, file: string | undefined, line: number): string | number {
  if ((TEXT_COLUMNS as readonly string[]).includes(column)) return field;
  const value = Number(field);
  if (!NUMBER.test(field) || !Number.isFinite(value)) {
    throw new InputError(`${column} "${field}" is not a number`, { file, line });
  }
  return value;
}

/** Decimal numbers only: `Number` also accepts spaces, `0x10` and an empty text. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

const STOPPED: readonly string[] = [...STOPPED_BY, "unfinished"];

/**
 * Finds the fault of a row, with its column; undefined for a valid row. Faults are an unknown channel or reason to
 * stop, a value outside the channel's range, and an invalid seed or count. The checksum holds for the rest.
 */
function rowFault(row: PointRow): string | undefined {
  const family = familyOfColumn(row.channel);
  if (family === undefined) {
    const known = CHANNEL_PARAMETERS.map((one) => channels[one].column);
    return `channel "${row.channel}" is unknown: known are ${known.join(", ")}`;
  }
  const fault = channelKind(family).fault(row.point);
  if (fault !== undefined) return `point ${row.point}: ${fault}`;
  if (!STOPPED.includes(row.stopped_by)) {
    return `stopped_by "${row.stopped_by}" is unknown: known are ${STOPPED.join(", ")}`;
  }
  if (!Number.isInteger(row.seed) || row.seed < 0 || row.seed >= 2 ** 32)
    return `seed ${row.seed} is not in 0 … 2^32 − 1`;
  const wrong = COUNT_COLUMNS.find((column) => !isCount(row[column] ?? 0));
  if (wrong !== undefined) return `${wrong} ${row[wrong]} is not a count`;
  if (row.frames === 0) return "frames 0: a point has frames";
  return undefined;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function rounded<Name extends "fer" | "ser" | "ber">(name: Name, { value, low, high }: Estimate) {
  const six = (x: number) => Number(x.toPrecision(6));
  return { [name]: six(value), [`${name}_low`]: six(low), [`${name}_high`]: six(high) } as {
    [key in Name | `${Name}_low` | `${Name}_high`]: number;
  };
}
