import { type ChannelParameter, channels, parameterOfColumn } from "../channel/channels.ts";
import { InputError } from "../errors.ts";
import type { PointRow } from "../simulation/points.ts";
import { clopperPearson } from "../simulation/statistics/statistics.ts";
import { formatCount } from "./format.ts";

/** A measured or published error rate. */
export interface Rate {
  /** The rate, 0 … 1. */
  readonly value: number;
  /** The 95 % interval; published rates rarely have one. */
  readonly interval?: readonly [low: number, high: number];
  /** The counts behind the rate, for example `400 of 10,526 frames`. */
  readonly counted?: string;
}

/** One point of a curve; a rate that was not measured is absent. */
export interface SeriesPoint {
  /** Value of the series' channel parameter: Eb/N0 in dB, SNR as a ratio, QBER and symbol error rate as probabilities. */
  readonly x: number;
  /** Frame error rate. */
  readonly fer?: Rate;
  /** Symbol error rate. */
  readonly ser?: Rate;
  /** Lower bound of the FER of maximum-likelihood decoding, by the undetected errors; absent if unknown. */
  readonly ml?: Rate;
}

/** A curve of FER and SER: a run of this program, or a published curve for comparison. */
export interface Series {
  readonly kind: "run" | "reference";
  /** Its name beside other curves; empty for a single run. */
  readonly name: string;
  /** The channel parameter of its x values. */
  readonly parameter: ChannelParameter;
  /** By x, ascending. */
  readonly points: readonly SeriesPoint[];
}

/** Several runs prepared for a figure. */
export interface RunSeries {
  readonly series: readonly Series[];
  /** The properties common to all runs, the code first: title and subtitle of the figure. */
  readonly common: readonly string[];
}

/**
 * The rows of one points.csv and their origin.
 * @example
 * const last = ({ rows }: RunPoints) => rows.at(-1);
 */
export interface RunPoints {
  /** File or folder, which distinguishes runs that are otherwise alike. */
  readonly origin: string;
  /** The rows of points.csv, in the order of the file. */
  readonly rows: readonly PointRow[];
}

/**
 * One series for each code, decoder, channel and seed in each file. Series are named by the properties in which they
 * differ; the words common to all decoders go to `common`.
 * @throws InputError for points of an unknown channel.
 */
export function seriesOfRuns(runs: readonly RunPoints[]): RunSeries {
  const groups = runs.flatMap(({ origin, rows }) => groupRows(origin, rows));
  const differing = ASPECTS.filter(({ of }) => new Set(groups.map(({ rows }) => of(rows[0]))).size > 1);
  const decoders = commonWords(groups.map(({ rows }) => rows[0].decoder));
  const textOf = ({ of }: Aspect, row: PointRow) => (of === decoderOf ? decoders.without(of(row)) : of(row));
  const names = groups.map(({ rows }) => differing.map((aspect) => textOf(aspect, rows[0])).join(", "));
  const series = groups.map(({ origin, rows }, i): Series => {
    const alone = names.filter((name) => name === names[i]).length === 1;
    const name = alone ? names[i] : [names[i], origin].filter((part) => part !== "").join(", ");
    const points = rows.map(seriesPoint).sort((a, b) => a.x - b.x);
    return { kind: "run", name, parameter: parameterOf(rows[0]), points };
  });
  const alike = groups.length === 0 ? [] : ASPECTS.filter((aspect) => !differing.includes(aspect));
  const common = alike.filter(({ quiet }) => !quiet).map(({ of }) => of(groups[0].rows[0]));
  const partly = differing.some(({ of }) => of === decoderOf) ? decoders.common : "";
  return { series, common: partly === "" ? common : [...common, partly] };
}

/**
 * The words common to all decoders, and a decoder without them. If a decoder has no other words, each keeps its first,
 * the rule.
 */
function commonWords(decoders: readonly string[]): { readonly common: string; without(decoder: string): string } {
  const words = decoders.map((decoder) => decoder.split(" "));
  const all = (words[0] ?? []).filter((word) => words.every((others) => others.includes(word)));
  const shared = words.some(({ length }) => length === all.length) ? all.slice(1) : all;
  const without = (decoder: string) =>
    decoder
      .split(" ")
      .filter((word) => !shared.includes(word))
      .join(" ");
  return { common: shared.join(" "), without };
}

interface Aspect {
  of(row: PointRow): string;
  /** The property is named only if runs differ in it. */
  readonly quiet?: boolean;
}

function decoderOf({ decoder }: PointRow): string {
  return decoder;
}

const ASPECTS: readonly Aspect[] = [
  { of: ({ code }) => code },
  { of: decoderOf },
  { of: (row) => channels[parameterOf(row)].title },
  { of: ({ seed }) => `seed ${seed}`, quiet: true },
];

/** The channel parameter of a point. @throws InputError for an unknown channel. */
export function parameterOf({ channel }: PointRow): ChannelParameter {
  const parameter = parameterOfColumn(channel);
  if (parameter !== undefined) return parameter;
  const known = Object.values(channels).map(({ column }) => column);
  throw new InputError(`no axis is known for points of the channel "${channel}"; known are ${known.join(", ")}`);
}

function groupRows(origin: string, rows: readonly PointRow[]): { origin: string; rows: PointRow[] }[] {
  const groups = new Map<string, PointRow[]>();
  for (const row of rows) {
    const key = [row.channel, ...ASPECTS.map(({ of }) => of(row))].join("\n");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].map((group) => ({ origin, rows: group }));
}

function seriesPoint(row: PointRow): SeriesPoint {
  const frames = formatCount(row.frames);
  return {
    x: row.point,
    fer: {
      value: row.fer,
      interval: [row.fer_low, row.fer_high],
      counted: `${formatCount(row.frame_errors)} of ${frames} frames`,
    },
    ser: {
      value: row.ser,
      interval: [row.ser_low, row.ser_high],
      counted: `${formatCount(row.symbol_errors)} symbols in ${frames} frames`,
    },
    ...(row.ml_errors === undefined || row.ml_errors === 0 ? {} : { ml: maximumLikelihoodRate(row.ml_errors, row) }),
  };
}

function maximumLikelihoodRate(errors: number, { frames }: PointRow): Rate {
  const { value, low, high } = clopperPearson(errors, frames);
  const counted = `${formatCount(errors)} of ${formatCount(frames)} frames with another codeword that is likelier`;
  return { value, interval: [low, high], counted };
}
