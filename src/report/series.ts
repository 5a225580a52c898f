import { type ChannelParameter, channels, parameterOfColumn } from "../channel/channels.ts";
import { InputError } from "../errors.ts";
import type { PointRow } from "../simulation/points.ts";
import { clopperPearson } from "../simulation/statistics/statistics.ts";
import { formatCount } from "./format.ts";

/** An error rate as measured, or as somebody published it. */
export interface Rate {
  readonly value: number;
  /** The 95 % interval; published rates rarely have one. */
  readonly interval?: readonly [low: number, high: number];
  /** What was counted, for example `400 of 10,526 frames`. */
  readonly counted?: string;
}

/** One point of a curve; a rate that was not measured is absent. */
export interface SeriesPoint {
  /** Value of the series' channel parameter. */
  readonly x: number;
  readonly fer?: Rate;
  readonly ser?: Rate;
  /** What the FER of maximum-likelihood decoding is at least, by the undetected errors; absent where nothing is known. */
  readonly ml?: Rate;
}

/** A curve of FER and SER: a run of ours, or a published one to compare with. */
export interface Series {
  readonly kind: "run" | "reference";
  /** Its name beside the other curves; empty for a run that stands alone. */
  readonly name: string;
  /** What it is drawn over. */
  readonly parameter: ChannelParameter;
  /** By x, ascending. */
  readonly points: readonly SeriesPoint[];
}

/** Several runs made ready for a figure. */
export interface RunSeries {
  readonly series: readonly Series[];
  /** What all runs have in common, from the code on: title and subtitle of the figure. */
  readonly common: readonly string[];
}

/** The rows of one points.csv and where they are from. */
export interface RunPoints {
  /** File or folder, to tell runs apart that are otherwise alike. */
  readonly origin: string;
  readonly rows: readonly PointRow[];
}

/**
 * One series for each code, decoder, channel and seed in each file. Series are named by what they differ in; of decoders,
 * the words that all have go to `common`.
 * @throws InputError for points of a channel that is none of ours.
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

/** The words that all decoders have, and a decoder without them. Where one has no others each keeps its first, the rule. */
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
  /** Worth a word only where runs differ in it. */
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

/** What a point is over. @throws InputError for a channel that is none of ours. */
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
