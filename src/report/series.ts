import { type ChannelKind, pointText } from "../channel/channel-kind.ts";
import {
  type ChannelFamily,
  type ChannelParameter,
  channelFamily,
  channelKind,
  channels,
  familyOfColumn,
} from "../channel/channels.ts";
import type { CodeSize } from "../channel/limits/bounds.ts";
import type { Modulated } from "../channel/modulation/modulated.ts";
import type { MetEnsemble } from "../code/construct/met.ts";
import { schemeIndices, type Transport } from "../code/transport.ts";
import { shortDecoderText, storedDecoderReprocesses } from "../decoder/decoder.ts";
import { InputError } from "../errors.ts";
import type { PointRow } from "../simulation/points.ts";
import { clopperPearson, type Estimate } from "../simulation/statistics.ts";
import { formatCount } from "./format.ts";
import { sentTransport, transportRates } from "./transport-rates.ts";

/** A measured or published error rate. */
export interface Rate {
  /** The rate, 0 … 1. */
  readonly value: number;
  /** The 95 % interval; published rates rarely have one. */
  readonly interval?: readonly [low: number, high: number];
  /** The counts behind the rate, for example `400 of 10,526 frames`. */
  readonly counted?: string;
  /** Whether so few errors are behind it that a line through it would show its scatter. */
  readonly isRare?: boolean;
}

/** One point of a curve; a rate that was not measured is absent. */
export interface SeriesPoint {
  /** Value of the series' channel parameter, unless its `over` says another axis: Eb/N0 in dB, SNR as a ratio, QBER and symbol error rate as probabilities. */
  readonly x: number;
  /** Frame error rate. */
  readonly fer?: Rate;
  /** Error rate of transport blocks of 5G. */
  readonly bler?: Rate;
  /** Symbol error rate. */
  readonly ser?: Rate;
  /** Bit error rate. */
  readonly ber?: Rate;
  /** Rate of wrong frames that satisfy all checks. */
  readonly undetected?: Rate;
  /** Lower bound of the FER of maximum-likelihood decoding, by the undetected errors; absent if unknown. */
  readonly ml?: Rate;
  /** Whether the simulation of the point has not ended yet. */
  readonly isUnfinished?: boolean;
}

/** A curve of FER and SER: a run of this program, or a published curve for comparison. */
export interface Series {
  readonly kind: "run" | "reference";
  /** Its name beside other curves; empty for a single run. */
  readonly name: string;
  /** The channel parameter of its x values. */
  readonly parameter: ChannelParameter;
  /** The modulation; BPSK, or none, if absent. */
  readonly modulation?: Modulated;
  /** The axis of x in the place of the channel's parameter: its title, and a value in words. Both are markup. */
  readonly over?: {
    readonly axis: string;
    /** @param x a value of the axis. */
    text(x: number): string;
  };
  /** By x, ascending. */
  readonly points: readonly SeriesPoint[];
  /** The rate of the curve's code, if it can be found; finding it may take an elimination. @throws InputError if it cannot. */
  readonly rate?: () => number;
  /** The channel with all that points.csv leaves out: own points and tables. */
  readonly family?: ChannelFamily;
  /** Length and information of the curve's code, as `rate`; it returns undefined where no rate limits the words. */
  readonly codeSize?: () => CodeSize | undefined;
  /** Degrees of the code's nodes, as `rate`; it returns undefined where density evolution does not hold. */
  readonly ensemble?: () => MetEnsemble | undefined;
  /** Whether the decoder is near maximum likelihood, so that a figure shows its lower bound by default: reprocessing or OSD. */
  readonly isReprocessed?: boolean;
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
  /** The run's name in a sweep, if the sweep's file gives one. */
  readonly name?: string;
  /** The rows of points.csv, in the order of the file. */
  readonly rows: readonly PointRow[];
  /** The run's code: its size in words, and its rate, which is found by loading the code. Absent for a file without a run. */
  readonly code?: {
    readonly size: string;
    readonly rate: () => number;
    /** The run's channel, and its code's length and information; undefined for words of cosets. */
    readonly channel?: ChannelFamily;
    /** The part of a transport block of 5G that the run sends. */
    readonly transport?: Transport;
    readonly codeSize?: () => CodeSize | undefined;
    /** Degrees of the code's nodes; undefined where density evolution does not hold. */
    readonly ensemble?: () => MetEnsemble | undefined;
  };
}

/**
 * One series for each code, decoder, channel and seed in each file, named by `curveNames`.
 * @throws InputError for points of an unknown channel.
 */
export function seriesOfRuns(runs: readonly RunPoints[]): RunSeries {
  const groups = runs.flatMap(groupRows);
  const { names, common } = curveNames(groups);
  const series = groups.map(({ rows, code }, i): Series => {
    const points = rows.map((row) => seriesPoint(row, code?.transport)).sort((a, b) => a.x - b.x);
    const { parameter, modulation } = familyOf(rows[0]);
    const { size: _, channel: family, transport: __, ...functions } = code ?? { size: "" };
    const ofCode = { ...functions, ...(family && { family }) };
    const isReprocessed = storedDecoderReprocesses(rows[0].decoder);
    return {
      kind: "run",
      name: names[i],
      parameter,
      points,
      isReprocessed,
      ...(modulation && { modulation }),
      ...ofCode,
    };
  });
  return { series, common };
}

interface RowGroup extends NamedRows {
  readonly rows: PointRow[];
  readonly code?: RunPoints["code"];
}

function groupRows({ origin, name, rows, code }: RunPoints): RowGroup[] {
  const groups = new Map<string, RowGroup>();
  for (const row of rows) {
    const key = curveKey(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { origin, name, rows: [row], size: code?.size, code });
    else group.rows.push(row);
  }
  return [...groups.values()];
}

function seriesPoint(row: PointRow, transport: Transport | undefined): SeriesPoint {
  const { frames, frame_errors: wrong, undetected, ml_errors: likelier = 0 } = row;
  const rate = (name: "fer" | "ser" | "ber", counted: string): Rate => ({
    value: row[name],
    interval: [row[`${name}_low`], row[`${name}_high`]],
    counted: `${counted} ${formatCount(frames)} frames`,
  });
  const ofErrors = (errors: number, counted: string): Rate => rateOfEstimate(clopperPearson(errors, frames), counted);
  const ofUndetected = `${formatCount(undetected)} of ${formatCount(wrong)} wrong frames satisfy all checks`;
  const ofLikelier = `${formatCount(likelier)} of ${formatCount(frames)} frames with another codeword that is likelier`;
  return {
    x: row.point,
    fer: rate("fer", `${formatCount(wrong)} of`),
    ...(transport && { bler: blockErrorRate(row, transport) }),
    ser: rate("ser", `${formatCount(row.symbol_errors)} symbols in`),
    ber: rate("ber", `${formatCount(row.bit_errors)} bits in`),
    ...(undetected > 0 && { undetected: ofErrors(undetected, ofUndetected) }),
    ...(likelier > 0 && { ml: { ...ofErrors(likelier, ofLikelier), ...(likelier < FEW_ERRORS && { isRare: true }) } }),
    ...(row.stopped_by === "unfinished" && { isUnfinished: true }),
  };
}

function rateOfEstimate({ value, low, high }: Estimate, counted: string): Rate {
  return { value, interval: [low, high], counted };
}

/** Fewer errors than these leave a rate unknown by a factor of two. */
const FEW_ERRORS = 10;

function blockErrorRate(row: PointRow, transport: Transport): Rate {
  const { frames, information_frame_errors: informationFrameErrors } = row;
  const sent = sentTransport(transport);
  const counted = `${formatCount(informationFrameErrors)} of ${formatCount(frames)} code blocks, ${sent.blocks} in a transport block`;
  return rateOfEstimate(transportRates({ frames, informationFrameErrors }, sent).transportBlocks, counted);
}

/**
 * BLER over the index of the modulation and coding scheme: a series for each point of the channel, decoder, redundancy versions and seed. The
 * table is the first of 1, 2, 4 and 3 of TS 38.214 with the schemes of all runs.
 * @throws InputError for a run without a transport block, schemes that no table has together, or two runs of one scheme in a series.
 */
export function seriesOfSchemes(runs: readonly RunPoints[]): RunSeries {
  const rows = runs.flatMap(({ origin, rows, code }) => {
    if (code?.transport === undefined)
      throw new InputError("--over mcs is for transport blocks of 5G, which --mcs or --transport simulates", {
        file: origin,
      });
    const { transport } = code;
    return rows.map((row) => ({ row, transport, parameter: parameterOf(row), origin }));
  });
  const schemes = rows.map(({ transport: { pointBits, rate } }) => ({ pointBits, rate1024: 1024 * rate }));
  const found = schemeIndices(schemes);
  if (found === undefined)
    throw new InputError("--over mcs: no table of TS 38.214 has the modulations and code rates of all runs");
  const { table, indices } = found;
  const decoders = commonWords(rows.map(({ row }) => shortDecoderText(row.decoder)));
  const aspects = rows.map(({ row, transport, parameter }) => [
    pointText(channels[parameter], row.point),
    decoders.without(shortDecoderText(row.decoder)),
    `redundancy versions ${transport.versions.join(",")}`,
    `seed ${row.seed}`,
  ]);
  const differing = aspects[0].map((_, i) => new Set(aspects.map((texts) => texts[i])).size > 1);
  const named = (keep: (i: number) => boolean) => (texts: readonly string[]) => texts.filter((_, i) => keep(i));
  const names = aspects.map((texts) => named((i) => differing[i])(texts).join(", "));
  const over = {
    axis: `MCS index (TS 38.214, table 5.1.3.1-${table})`,
    text: (x: number) => {
      const { pointBits, rate1024 } = schemes[indices.indexOf(x)];
      return `MCS ${x}: ${pointBits} bits in a point, code rate ${rate1024}/1024`;
    },
  };
  const series = [...new Set(names)].map((name): Series => {
    const of = rows.flatMap((one, i) => (names[i] === name ? [{ ...one, index: indices[i] }] : []));
    const twice = of.find(({ index, origin }, i) => of.findIndex((other) => other.index === index) !== i && origin);
    if (twice !== undefined) {
      const what = `is a second run of MCS ${twice.index} at ${pointText(channels[twice.parameter], twice.row.point)}`;
      throw new InputError(`${what}: plot them apart`, { file: twice.origin });
    }
    const points = of.map(({ row, transport, index }) => ({ ...seriesPoint(row, transport), x: index }));
    return { kind: "run", name, parameter: of[0].parameter, over, points: points.sort((a, b) => a.x - b.x) };
  });
  const common = named((i) => !differing[i] && i < 2)(aspects[0]);
  return { series, common: ["5G block error rate", ...common, decoders.common].filter((text) => text !== "") };
}

/** The rows of one curve, and the other properties that identify it. */
interface NamedRows {
  /** File or folder of the run. */
  readonly origin: string;
  /** Name of the run in a sweep's file. */
  readonly name?: string;
  readonly rows: readonly PointRow[];
  /** Size of the code in words, if it is known: `576 bits`. */
  readonly size?: string;
}

/** Names of curves, and their common properties. */
interface CurveNames {
  /** In the order of the curves: their differences. Empty for a single curve. */
  readonly names: readonly string[];
  /** Common properties, the code first. */
  readonly common: readonly string[];
}

/**
 * Names curves by the names that a sweep's file gives them, else by the properties in which they differ; curves that
 * differ in none are named by their files. A decoder's words that are defaults of its rule are left out, except for the number of iterations.
 */
function curveNames(groups: readonly NamedRows[]): CurveNames {
  const firsts = groups.map(({ rows, size }) => ({ row: rows[0], size }));
  const differing = ASPECTS.filter(({ of }) => new Set(firsts.map(({ row }) => of(row))).size > 1);
  const texts = firsts.map(({ row }) => shortDecoderText(DECODER.of(row)));
  const decoders = commonWords(texts);
  const names = firsts.map(({ row }, i) =>
    differing.map((aspect) => (aspect === DECODER ? decoders.without(texts[i]) : aspect.of(row))).join(", "),
  );
  const unique = names.map((name, i) => {
    const given = groups[i].name;
    if (given !== undefined && groups.length > 1 && groups.filter((other) => other.name === given).length === 1)
      return given;
    if (names.filter((other) => other === name).length === 1) return name;
    return [name, groups[i].origin].filter((part) => part !== "").join(", ");
  });
  const alike = firsts.length === 0 ? [] : ASPECTS.filter((aspect) => !differing.includes(aspect));
  const common = alike.filter(({ quiet }) => !quiet).map((aspect) => commonText(aspect, firsts, texts[0]));
  const partly = differing.includes(DECODER) ? decoders.common : "";
  const all = partly === "" ? common : [...common, partly];
  return { names: unique.map(withShortHashes), common: all.map(withShortHashes) };
}

/** Files are in a decoder's words by their SHA-256, of which the first digits tell them apart. */
function withShortHashes(text: string): string {
  return text.replace(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, "$1…");
}

/** The channel of a point. @throws InputError for an unknown channel. */
export function familyOf({ channel }: PointRow): ChannelFamily {
  const family = familyOfColumn(channel);
  if (family !== undefined) return family;
  const known = Object.values(channels).map(({ column }) => column);
  throw new InputError(`no axis is known for points of the channel "${channel}"; known are ${known.join(", ")}`);
}

/** The channel parameter of a point. @throws InputError for an unknown channel. */
export function parameterOf(row: PointRow): ChannelParameter {
  return familyOf(row).parameter;
}

interface Aspect {
  of(row: PointRow): string;
  /** The property is named only if runs differ in it. */
  readonly quiet?: boolean;
}

const CODE: Aspect = { of: ({ code }) => code };
const DECODER: Aspect = { of: ({ decoder }) => decoder };
const ASPECTS: readonly Aspect[] = [
  CODE,
  DECODER,
  { of: (row) => channelKind(familyOf(row)).title },
  { of: ({ seed }) => `seed ${seed}`, quiet: true },
];

/** The text that rows of different curves share, because they belong to one curve otherwise. */
export function curveKey(row: PointRow): string {
  return [row.channel, row.code, row.decoder, row.seed].join("\n");
}

function commonText(aspect: Aspect, firsts: readonly { row: PointRow; size?: string }[], decoder: string): string {
  if (aspect === DECODER) return decoder;
  const [{ row, size }] = firsts;
  // A code from a file has the name of the file, which says little about the code.
  const isSized = aspect === CODE && size !== undefined && firsts.every((one) => one.size === size);
  return isSized ? `${aspect.of(row)}, ${size}` : aspect.of(row);
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

/**
 * Brings curves of BPSK over AWGN onto one axis: Eb/N0 if there is a curve over it, by the rate of each curve's own code, else Es/N0.
 * @throws InputError if the curves are of different channels, or the rate of a code is needed and unknown.
 */
export function onOneAxis(series: readonly Series[]): readonly Series[] {
  const parameters = [...new Set(series.map(({ parameter }) => parameter))];
  if (parameters.length < 2) return series;
  if (parameters.some((parameter) => channelKind(channelFamily(parameter)).sigma === undefined))
    throw differentAxes(series);
  const target = parameters.includes("ebn0") ? "ebn0" : "esn0";
  return series.map((curve) => {
    if (curve.parameter === target) return curve;
    // A curve over Eb/N0 has that axis already: no other parameter needs the rate.
    const { sigma, bitsOfUse = 1 } = channelKind(channelFamily(curve.parameter, curve.modulation));
    const rate = target === "esn0" ? 1 : bitsOfUse * rateOf(curve, series);
    const points = curve.points.map((point) => ({
      ...point,
      x: ebN0OfSnr(sigma!(point.x, { rate: () => rate }) ** -2, rate),
    }));
    return { ...curve, parameter: target, points };
  });
}

function rateOf({ rate }: Series, series: readonly Series[]): number {
  if (rate !== undefined) return rate();
  const remedy = "or give the run's folder instead of a file: Eb/N0 needs the rate of the run's code";
  throw new InputError(`${differentAxes(series).message}, ${remedy}`);
}

/** Eb/N0 in dB of an SNR 1/σ² on each axis at R information bits for each point: 10·log10(SNR / (2·R)), the inverse of `sigmaOfEbN0`. Rate 1 gives Es/N0. */
export function ebN0OfSnr(snr: number, rate: number): number {
  return Number((10 * Math.log10(snr / (2 * rate))).toFixed(9));
}

function differentAxes(series: readonly Series[]): InputError {
  const [first, other] = new Set(series.map(({ parameter }) => parameter));
  const named = (wanted: ChannelParameter) => {
    const name = series.find(({ parameter }) => parameter === wanted)?.name;
    return `${name || "one"} is over ${axisText(wanted)}`;
  };
  return new InputError(`the curves do not share an axis: ${named(first)}, ${named(other)}; plot them apart`);
}

/** A parameter with its unit, for messages: `SNR in dB`. */
export function axisText(parameter: ChannelParameter): string {
  const { label, unit }: ChannelKind = channels[parameter];
  return unit === undefined ? label : `${label} in ${unit}`;
}
