import { CHANNEL_PARAMETERS, type ChannelParameter } from "../channel/channels.ts";
import { readModulated } from "../channel/modulation/modulated.ts";
import { InputError, readAt } from "../errors.ts";
import { jsonValue } from "../json.ts";
import { type CsvRecord, parseCsv } from "../simulation/csv.ts";
import { clopperPearson, type ErrorCount } from "../simulation/statistics.ts";
import { wordList } from "../word-list.ts";
import { formatCount } from "./format.ts";
import type { Rate, Series, SeriesPoint } from "./series.ts";

/**
 * The frames that a published rate counts as wrong: frames with any wrong symbol, or with a wrong information symbol.
 */
export type ErrorKind = "frame" | "information frame";

const ERROR_KINDS: readonly string[] = ["frame", "information frame"] satisfies readonly ErrorKind[];

/**
 * A published curve.
 * @example
 * const [curve]: ReferenceCurve[] = parseReference("qber,fer\n0.02,0.001\n", "published", "published.csv");
 * curve.parameter; // → "qber"
 */
export interface ReferenceCurve extends Series {
  readonly kind: "reference";
  /** Name of the curve's code; any code if left out. */
  readonly code?: string;
  /** Rule and options of the curve's decoder, as words of a decoder spec; any decoder if left out. */
  readonly decoder?: string;
  /** The frames that its FER counts. */
  readonly errors: ErrorKind;
  readonly points: readonly ReferencePoint[];
}

/**
 * A point of a published curve.
 * @example
 * const point: ReferencePoint = { x: 1.5, fer: { value: 1e-3 } };
 */
export interface ReferencePoint extends SeriesPoint {
  /** The counts behind its FER, if they were published. */
  readonly counts?: ErrorCount;
}

/** Columns of a reference file. One of the channel parameters is required, and one of the rates or both counts. */
const COLUMNS: readonly string[] = [
  ...CHANNEL_PARAMETERS,
  "fer",
  "fer_low",
  "fer_high",
  "ser",
  "frames",
  "frame_errors",
  "errors",
  "code",
  "decoder",
  "modulation",
  "label",
];

/** The parameters as a message names them: `ebn0, snr, qber or …`. */
const PARAMETERS = wordList(CHANNEL_PARAMETERS, "or");

/**
 * Reads published curves from CSV, with commas, tabs or semicolons between the fields: a header with any of the columns, in any order, and a point per row. An empty field
 * is a value that was not published. Lines that begin with `#` cite the source and are skipped.
 * - `ebn0`, `esn0`, `snr-db` (in dB), `snr`, `qber`, `symbol-error`, `erasure`, `symbol-erasure` or `crossover`: the channel of the point; one of them.
 * - `fer`, `ser`: rates above 0 and up to 1; `fer_low`, `fer_high`: the ends of the FER's 95 % interval, both or none. `frames`, `frame_errors`: the counts behind the FER, which may then be
 *   left out; both or none.
 * - `errors`: the frames that the FER counts, `frame` (if left out) or `information frame`.
 * - `code`, `decoder`: code and decoder of the point, for comparisons. `modulation`: `64qam`, or `64qam max-log` and so on as in points.csv;
 *   `bpsk`, or no modulation, if left out. `label`: name of its curve.
 *
 * Rows with equal last five columns form a curve.
 *
 * A CSV of sinter (shots, errors, discards, decoder, json_metadata) is read too. The channel of a row is that member of its metadata which has
 * the name of a channel parameter, such as `p`. Rows with the same decoder and otherwise the same metadata, but for a `seed`, form a
 * curve, and the counts of rows with the same channel add up.
 * @param text the file's content.
 * @param name name of the curves without label.
 * @param file the file's name in error messages.
 * @throws InputError with file and line for an unknown or missing column, a row of another length, a field that is not
 * such a number, a FER that contradicts its counts, and a file without points.
 * @example
 * parseReference("ebn0,fer\n1,0.1\n2,0.01\n", "published", "published.csv")[0].points.length; // → 2
 */
export function parseReference(text: string, name: string, file?: string): ReferenceCurve[] {
  // Comments become empty lines, which the CSV reader skips, so that line numbers stay.
  const [header, ...records] = parseCsv(withCommas(text.replace(/^[ \t]*#.*$/gm, "")), file);
  if (header === undefined) throw new InputError("the reference file has no header ebn0,fer[,…]", { file });
  if (header.fields.some((field) => field.trim() === "json_metadata")) return sinterCurves(header, records, file);
  const { columns, parameter } = readHeader(header, file);
  const curves = new Map<string, ReferenceCurve & { readonly points: ReferencePoint[] }>();
  for (const { fields: values, line } of records) {
    const fail = failAt(file, line);
    if (values.length !== columns.length) fail(`${values.length} fields under ${columns.length} columns`);
    const fields = new Map(columns.map((column, i) => [column, values[i].trim()]));
    const of = ["label", "code", "decoder", "errors", "modulation"].map((column) => fields.get(column) ?? "");
    const key = of.join("\n");
    const [label, code, decoder, errors = "", sentAs] = of;
    if (errors !== "" && !ERROR_KINDS.includes(errors))
      fail(`errors "${errors}" are unknown: known are ${ERROR_KINDS.join(", ")}`);
    // The receiver of a modulation is bitwise unless the text has more than a name; BPSK has none.
    const modulation =
      sentAs === ""
        ? undefined
        : readAt(
            () => ({ file, line }),
            () => readModulated(sentAs, 1),
          );
    const curve = curves.get(key) ?? {
      kind: "reference",
      name: label || name,
      parameter,
      ...(modulation && { modulation }),
      ...(code !== "" && { code }),
      ...(decoder !== "" && { decoder }),
      errors: (errors || "frame") as ErrorKind,
      points: [],
    };
    curve.points.push(readPoint(parameter, fields, fail));
    curves.set(key, curve);
  }
  if (curves.size === 0) throw new InputError("the reference file holds no points", { file });
  for (const { points } of curves.values()) points.sort((a, b) => a.x - b.x);
  return [...curves.values()];
}

type Fail = (message: string) => never;
const failAt =
  (file: string | undefined, line: number): Fail =>
  (message) => {
    throw new InputError(message, { file, line });
  };

const SINTER_COLUMNS = ["shots", "errors", "discards", "decoder", "json_metadata"] as const;

function sinterCurves(header: CsvRecord, records: readonly CsvRecord[], file?: string): ReferenceCurve[] {
  const names = header.fields.map((field) => field.trim());
  const absent = SINTER_COLUMNS.find((column) => !names.includes(column));
  if (absent !== undefined)
    throw new InputError(`the CSV of sinter has no column ${absent}`, { file, line: header.line });
  const curves = new Map<string, Omit<ReferenceCurve, "points"> & { readonly counts: Map<number, ErrorCount> }>();
  for (const { fields, line } of records) {
    const fail: Fail = failAt(file, line);
    if (fields.length !== names.length) fail(`${fields.length} fields under ${names.length} columns`);
    const [shots, errors, discards, decoder, json] = SINTER_COLUMNS.map((column) =>
      fields[names.indexOf(column)].trim(),
    );
    const [all, wrong, dropped] = [shots, errors, discards].map((digits) =>
      /^\d{1,15}$/.test(digits) ? Number(digits) : NaN,
    );
    const frames = all - dropped;
    if (!(wrong <= frames)) fail(`shots "${shots}", errors "${errors}" and discards "${discards}" are no counts`);
    const value = jsonValue(json, { file, line });
    const metadata = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
    const given = CHANNEL_PARAMETERS.filter((name) => typeof metadata[name] === "number");
    if (given.length !== 1)
      fail(`json_metadata has ${given.length === 0 ? "no channel, such as p" : given.join(" and ")}`);
    if (frames === 0) continue;
    const [parameter] = given;
    const { [parameter]: channel, seed: _, ...rest } = metadata;
    const key = JSON.stringify([parameter, decoder, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))]);
    const words = [decoder, ...Object.values(rest).filter((each) => typeof each === "string")].join(", ");
    const same = [...curves.values()].filter(({ name }) => name === words || name.startsWith(`${words} (`)).length;
    const curve = curves.get(key) ?? {
      kind: "reference",
      name: same === 0 ? words : `${words} (${same + 1})`,
      parameter,
      // Rows of this project name their code and its decoder as points.csv does.
      ...(typeof rest.code === "string" && { code: rest.code, decoder }),
      errors: "frame",
      counts: new Map(),
    };
    curves.set(key, curve);
    const before = curve.counts.get(channel as number) ?? { errors: 0, frames: 0 };
    curve.counts.set(channel as number, { errors: before.errors + wrong, frames: before.frames + frames });
  }
  if (curves.size === 0) throw new InputError("the reference file holds no points", { file });
  return [...curves.values()].map(({ counts, ...curve }) => {
    const points = [...counts].map(([x, count]): ReferencePoint => ({ x, fer: countedRate(count), counts: count }));
    return { ...curve, points: points.sort((a, b) => a.x - b.x) };
  });
}

function countedRate({ errors, frames }: ErrorCount): Rate {
  const { value, low, high } = clopperPearson(errors, frames);
  return { value, interval: [low, high], counted: `${formatCount(errors)} of ${formatCount(frames)} frames` };
}

/** A text whose fields stand between tabs or semicolons, with commas instead; 0,5 between them is 0.5. */
function withCommas(text: string): string {
  const header = text.trimStart().split("\n", 1)[0];
  const separator = ["\t", ";"].find((one) => header.includes(one));
  if (separator === undefined) return text;
  const field = (said: string) => {
    const plain = said.trim().replace(/^(-?\d+),(\d+([eE][+-]?\d+)?)$/, "$1.$2");
    return /[,"]/.test(plain) && !plain.startsWith('"') ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  const line = (said: string) => (said.trim() === "" ? "" : said.split(separator).map(field).join(","));
  return text.split("\n").map(line).join("\n");
}

/** Names that papers and programs give to the columns. */
const ALIASES: Readonly<Record<string, string>> = {
  "eb/n0": "ebn0",
  "eb/no": "ebn0",
  ebno: "ebn0",
  eb_n0: "ebn0",
  wer: "fer",
  bler: "fer",
  "frame errors": "frame_errors",
};

/** The columns of a file, and the one that gives a point's channel parameter. */
function readHeader({ fields, line }: CsvRecord, file?: string) {
  const fail = failAt(file, line);
  const columns = fields.map((field) => {
    const name = field.trim().toLowerCase();
    const plain = name.replace(/\s*[([]db[)\]]$/, "");
    return ALIASES[plain] ?? plain;
  });
  if (columns.includes("point") && columns.includes("channel")) {
    const remedy = "name it among the runs, or compare two runs by `ldpc compare RUN RUN`";
    fail(`is the points.csv of a run, no published curve: ${remedy}`);
  }
  const wrong = columns.find((column, i) => !COLUMNS.includes(column) || columns.indexOf(column) !== i);
  if (wrong !== undefined) fail(`column "${wrong}" is unknown or there twice; known are ${COLUMNS.join(", ")}`);
  const parameters = CHANNEL_PARAMETERS.filter((name) => columns.includes(name));
  if (parameters.length !== 1 || !["fer", "ser", "frames"].some((column) => columns.includes(column)))
    fail(`one of the columns ${PARAMETERS} is needed, and fer or ser, not "${fields.join(",")}"`);
  if (columns.includes("frames") !== columns.includes("frame_errors"))
    fail("frames and frame_errors need each other: give both columns or none");
  return { columns, parameter: parameters[0] };
}

type Fields = ReadonlyMap<string, string>;

function readPoint(parameter: ChannelParameter, fields: Fields, fail: Fail): ReferencePoint {
  const field = fields.get(parameter) ?? "";
  const x = Number(field);
  if (field === "" || !Number.isFinite(x)) fail(`${parameter} "${field}" is not a number`);
  const counts = readCounts(fields, fail);
  const published = readRate("fer", fields, fail);
  const ser = readRate("ser", fields, fail);
  if (counts === undefined)
    return { x, fer: published && { ...published, ...intervalOf(fields, published, fail) }, ser };
  const fer = countedRate(counts);
  // Published rates have about three digits.
  if (published !== undefined && Math.abs(published.value - fer.value) > 0.01 * fer.value) {
    const counted = `${counts.errors} of ${counts.frames} frames are ${fer.value.toPrecision(3)}`;
    fail(`fer ${published.value} is not that of the counts: ${counted}`);
  }
  return { x, fer, ser, counts };
}

function readCounts(fields: Fields, fail: Fail): ErrorCount | undefined {
  const [frames, errors] = ["frames", "frame_errors"].map((column) => fields.get(column) ?? "");
  if (frames === "" && errors === "") return undefined;
  const counts = { errors: Number(errors), frames: Number(frames) };
  const whole = /^\d+$/.test(frames) && /^\d+$/.test(errors) && Number.isSafeInteger(counts.frames);
  if (!whole || counts.frames === 0 || counts.errors > counts.frames)
    fail(`frames "${frames}" and frame_errors "${errors}" are not whole numbers, errors up to frames`);
  return counts;
}

/** The interval of a published FER. Both ends are there or none, and it holds the rate. */
function intervalOf(fields: Fields, { value }: Rate, fail: Fail): Pick<Rate, "interval"> {
  const ends = ["fer_low", "fer_high"].map((column) => fields.get(column) ?? "");
  if (ends.every((end) => end === "")) return {};
  const [low, high] = ends.map((end) => (end === "" ? Number.NaN : Number(end)));
  if (low >= 0 && low <= value && value <= high && high <= 1) return { interval: [low, high] };
  return fail(`fer_low "${ends[0]}" and fer_high "${ends[1]}" are no interval around fer ${value}`);
}

function readRate(column: string, fields: Fields, fail: Fail): Rate | undefined {
  const field = fields.get(column) ?? "";
  if (field === "") return undefined;
  const value = Number(field);
  if (value > 0 && value <= 1) return { value };
  return fail(`${column} "${field}" is not a rate above 0 and up to 1; leave it empty if unknown`);
}
