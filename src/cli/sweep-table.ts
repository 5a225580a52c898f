import { pointText } from "../channel/channel-kind.ts";
import { channelKind } from "../channel/channels.ts";
import { storedDecoderReprocesses } from "../decoder/decoder.ts";
import { formatCount, formatInterval, formatNumber, formatRate } from "../report/format.ts";
import { formatTable, tableWidth } from "../report/table.ts";
import { errorRates } from "../simulation/statistics/statistics.ts";
import { eventLimits } from "../simulation/stopping/limits.ts";
import { type Sweep, type SweepPoint, sweepRule } from "../simulation/sweep.ts";
import { type Estimated, pointTimesLeft, type Speed } from "../simulation/time-left/time-left.ts";
import type { LineColour } from "./progress.ts";
import { estimateText, roughDuration, timeLeftText } from "./time-left-text.ts";

/** Display settings of a sweep's table. */
export interface SweepTableOptions {
  /** Whether a process works on a task. Otherwise a point that has begun is interrupted. */
  readonly atWork?: (task: string) => boolean;
  /** Columns of the screen. Default: no limit. */
  readonly width?: number;
  /** Whether colours of lines also show the state. The state's column is then the first to be dropped, otherwise the last. */
  readonly coloured?: boolean;
  /** While workers compute: each point has its engine time so far, and the time that it still takes at this speed. */
  readonly progress?: { readonly speed?: Speed };
  /** FER of the normal approximation for codes of the run's length and rate, at a value of the channel's parameter. */
  readonly approximation?: (value: number) => number;
}

/** A column of the table. For a point without frames, only columns with `always` have a text. */
interface Column {
  readonly header: string;
  readonly always?: boolean;
  cell(point: SweepPoint): string;
}

/** Columns that a narrow screen drops, in order. */
const DROPPED_FIRST = [
  "frames/s",
  "undetected",
  "iterations",
  "time",
  "SER",
  "BER",
  "ML ≥",
  "approximation",
  "95 % interval",
  "left",
];

/**
 * A sweep as a table with a line for each point. Iterations are the mean over all frames. frames/s are frames per engine second of one
 * worker, over all chunks of the point, and `time` is the sum of these seconds over all workers. `approximation` is the FER of the normal
 * approximation, `ML ≥` with reprocessing a lower bound of the FER of maximum-likelihood decoding. A narrow screen drops the least important columns.
 */
export function sweepTable(sweep: Sweep, points: readonly SweepPoint[], options: SweepTableOptions = {}): string {
  const { atWork = () => true, width = Number.POSITIVE_INFINITY, coloured = false } = options;
  let columns = columnsOf(sweep, points, atWork, options);
  for (const dropped of [undefined, ...(coloured ? ["state", ...DROPPED_FIRST] : [...DROPPED_FIRST, "state"])]) {
    columns = columns.filter(({ header }) => header !== dropped);
    if (tableWidth(...tableOf(columns, points)) <= width) break;
  }
  const [headers, rows] = tableOf(columns, points);
  return formatTable(headers, rows, { align: headers.map((header) => (header === "state" ? "left" : "right")) });
}

function tableOf(columns: readonly Column[], points: readonly SweepPoint[]): [headers: string[], rows: string[][]] {
  const rows = points.map((point) => {
    const isEmpty = point.state.counts.frames === 0 || point.status === "skipped";
    return columns.map(({ always, cell }) => (isEmpty && !always ? "" : cell(point)));
  });
  return [columns.map(({ header }) => header), rows];
}

function columnsOf(
  sweep: Sweep,
  points: readonly SweepPoint[],
  atWork: (task: string) => boolean,
  { progress, approximation }: SweepTableOptions,
): Column[] {
  const { label, unit = "" } = channelKind(sweep.tasks[0].channel);
  const ratesOf = ({ state }: SweepPoint) => errorRates(state.counts, sweep.symbols, sweep.bitsPerSymbol);
  // The column is shown only if some undetected errors are also errors of maximum-likelihood decoding, and, as in figures, the decoder is
  // near it.
  const isBounded =
    storedDecoderReprocesses(sweep.tasks[0].decoder) &&
    points.some(({ status, state }) => status !== "skipped" && state.counts.mlErrors > 0);
  const bound: Column = {
    header: "ML ≥",
    cell: ({ state: { counts } }) => formatRate(counts.mlErrors / counts.frames),
  };
  return [
    { header: `${label} ${unit}`.trimEnd(), always: true, cell: ({ task }) => String(task.channel.value) },
    { header: "FER", cell: (point) => rateText(ratesOf(point).fer, point.state.counts.frameErrors) },
    {
      header: "95 % interval",
      cell(point) {
        const { fer } = ratesOf(point);
        return formatInterval(fer.low, fer.high);
      },
    },
    ...(approximation === undefined
      ? []
      : [
          {
            header: "approximation",
            cell: ({ task }: SweepPoint) => approximateText(approximation(task.channel.value)),
          },
        ]),
    ...(isBounded ? [bound] : []),
    // A symbol of GF(2) is a bit.
    ...(sweep.bitsPerSymbol === 1
      ? []
      : [
          {
            header: "SER",
            cell: (point: SweepPoint) => rateText(ratesOf(point).ser, point.state.counts.symbolErrors),
          },
        ]),
    { header: "BER", cell: (point) => rateText(ratesOf(point).ber, point.state.counts.bitErrors) },
    { header: "frames", cell: ({ state }) => formatCount(state.counts.frames) },
    { header: "errors", cell: ({ state }) => formatCount(state.counts.frameErrors) },
    { header: "undetected", cell: ({ state }) => formatCount(state.counts.undetected) },
    { header: "iterations", cell: ({ state: { counts } }) => formatNumber(counts.iterations / counts.frames) },
    { header: "frames/s", cell: (point) => formatNumber(framesPerSecond(point)) },
    ...(progress === undefined ? [] : timeColumns(sweep, points, progress.speed)),
    { header: "state", always: true, cell: (point) => stateText(point, atWork) },
  ];
}

function timeColumns(sweep: Sweep, points: readonly SweepPoint[], speed: Speed | undefined): Column[] {
  const times = speed === undefined ? [] : pointTimesLeft(sweep, points, speed);
  const left = new Map<SweepPoint, Estimated | undefined>(points.map((point, i) => [point, times[i]]));
  return [
    { header: "time", cell: ({ all }) => roughDuration(all.seconds) },
    {
      header: "left",
      always: true,
      cell(point) {
        const estimate = left.get(point);
        return estimate === undefined ? "" : estimateText(estimate);
      },
    },
  ];
}

/** Factor by which a point exceeds its limit of events when it counts as late. */
const LATE = 1.5;

/**
 * Lines that explain why points have far more events than their limit: points end with whole chunks. They are empty if no point is
 * late.
 * @param chunk frames of a chunk.
 */
export function chunkLines(sweep: Sweep, points: readonly SweepPoint[], chunk: number): string[] {
  const limits = eventLimits(sweepRule(sweep));
  const ended = points.flatMap(({ state: { stoppedBy, counts } }) =>
    limits.filter((limit) => limit.stoppedBy === stoppedBy).map((limit) => ({ ...limit, events: counts[limit.count] })),
  );
  const [latest] = ended.sort((a, b) => b.events / b.most - a.events / a.most);
  if (latest === undefined || latest.events < LATE * latest.most || chunk === 1) return [];
  const { events, most, noun, option } = latest;
  const smaller = 2 ** Math.max(0, Math.floor(Math.log2((chunk * most) / events)));
  return [
    `A point ends with a whole chunk of ${formatCount(chunk)} frames: ${formatCount(events)} ${noun} where ${option} says ${most}. In a new folder --chunk ${smaller} ends it sooner.`,
  ];
}

/** FER below which an approximation says nothing of a simulation. */
const FER_LEAST = 1e-12;

function approximateText(fer: number): string {
  return fer < FER_LEAST ? `< ${formatRate(FER_LEAST)}` : formatRate(fer);
}

/** A rate, or its upper bound if no error has occurred. */
function rateText({ value, high }: { readonly value: number; readonly high: number }, errors: number): string {
  return errors === 0 ? `< ${formatRate(high)}` : formatRate(value);
}

/** A sweep in one line: the first point in progress, the number of done points, and the time left at the speed of all workers. */
export function sweepLine(sweep: Sweep, points: readonly SweepPoint[], speed?: Speed): string {
  const left = timeLeftText(sweep, points, speed);
  return `${pointsLine(sweep, points)}${left === undefined ? "" : `; ${left}`}`;
}

function pointsLine(sweep: Sweep, points: readonly SweepPoint[]): string {
  const done = points.filter(({ status }) => status === "done").length;
  const current = points.find(({ status }) => status === "started" || status === "waiting");
  const total = `${done} of ${points.length} points done`;
  if (current === undefined) return total;
  const { counts } = current.state;
  const events = eventLimits(sweepRule(sweep))
    .map(({ count, most, noun }) => `${formatCount(counts[count])} of ${formatCount(most)} ${noun}`)
    .join(", ");
  const { channel } = current.task;
  return `${pointText(channelKind(channel), channel.value)}: ${events} in ${formatCount(counts.frames)} frames; ${total}`;
}

/** Frames per engine second of a point; NaN before its first chunk. */
export function framesPerSecond({ all }: SweepPoint): number {
  return all.total.frames / all.seconds;
}

/** The state of a point as text. */
export function stateText({ id, status, state }: SweepPoint, atWork: (task: string) => boolean): string {
  if (status === "done") return `done (${state.stoppedBy})`;
  if (status === "started") return atWork(id) ? "running" : "interrupted";
  return status;
}

/** Colour of a point's line on a terminal with colours. */
export function pointColour({ status }: SweepPoint): LineColour {
  return ({ done: "green", started: "yellow", waiting: "dim", skipped: "dim" } as const)[status];
}
