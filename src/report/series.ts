import type { ChannelFamily, ChannelParameter } from "../channel/channels.ts";
import type { CodeSize } from "../channel/limits/bounds.ts";
import type { Modulated } from "../channel/modulation/modulated.ts";
import type { MetEnsemble } from "../code/construct/met.ts";
import { storedDecoderReprocesses } from "../decoder/decoder.ts";
import type { PointRow } from "../simulation/points.ts";
import { clopperPearson } from "../simulation/statistics/statistics.ts";
import { curveKey, curveNames, familyOf, type NamedRows } from "./curve-names.ts";
import { formatCount } from "./format.ts";

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
  /** Value of the series' channel parameter: Eb/N0 in dB, SNR as a ratio, QBER and symbol error rate as probabilities. */
  readonly x: number;
  /** Frame error rate. */
  readonly fer?: Rate;
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
    const points = rows.map(seriesPoint).sort((a, b) => a.x - b.x);
    const { parameter, modulation } = familyOf(rows[0]);
    const { size: _, channel: family, ...functions } = code ?? { size: "" };
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
    ber: {
      value: row.ber,
      interval: [row.ber_low, row.ber_high],
      counted: `${formatCount(row.bit_errors)} bits in ${frames} frames`,
    },
    ...(row.undetected > 0 && { undetected: undetectedRate(row) }),
    ...(row.ml_errors === undefined || row.ml_errors === 0 ? {} : { ml: maximumLikelihoodRate(row.ml_errors, row) }),
    ...(row.stopped_by === "unfinished" && { isUnfinished: true }),
  };
}

function undetectedRate({ undetected, frames, frame_errors }: PointRow): Rate {
  const { value, low, high } = clopperPearson(undetected, frames);
  const counted = `${formatCount(undetected)} of ${formatCount(frame_errors)} wrong frames satisfy all checks`;
  return { value, interval: [low, high], counted };
}

function maximumLikelihoodRate(errors: number, { frames }: PointRow): Rate {
  const { value, low, high } = clopperPearson(errors, frames);
  const counted = `${formatCount(errors)} of ${formatCount(frames)} frames with another codeword that is likelier`;
  return { value, interval: [low, high], counted, ...(errors < FEW_ERRORS && { isRare: true }) };
}

/** Fewer errors than these leave a rate unknown by a factor of two. */
const FEW_ERRORS = 10;
