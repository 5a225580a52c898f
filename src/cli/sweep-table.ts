import { pointText } from "../channel/channel-kind.ts";
import { channelKind } from "../channel/channels.ts";
import { formatCount, formatInterval, formatNumber, formatRate } from "../report/format.ts";
import { formatTable } from "../report/table.ts";
import { errorRates } from "../simulation/statistics/statistics.ts";
import { type Sweep, type SweepPoint, sweepRule } from "../simulation/sweep.ts";

/** After the column of the channel's values, before those of the counts. */
const RATES = ["FER", "95 % interval"];
/** Only where decoders made undetected errors that maximum likelihood makes too: else it says nothing. */
const BOUND = "ML ≥";
const COUNTS = ["SER", "frames", "errors", "undetected", "iterations", "frames/s", "state"];

/**
 * A sweep as a table, one line per point. Iterations are the mean over all frames; frames/s are frames per engine
 * second of one worker, over all chunks of the point; `ML ≥` is what the FER of maximum-likelihood decoding is at least.
 * @param atWork whether anybody works on a task: a point that is begun is else interrupted.
 */
export function sweepTable(
  sweep: Sweep,
  points: readonly SweepPoint[],
  atWork: (task: string) => boolean = () => true,
): string {
  const { label, unit = "" } = channelKind(sweep.tasks[0].channel);
  const bounded = points.some(({ status, state }) => status !== "skipped" && state.counts.mlErrors > 0);
  const headers = [`${label} ${unit}`.trimEnd(), ...RATES, ...(bounded ? [BOUND] : []), ...COUNTS];
  return formatTable(
    headers,
    points.map((point) => cells(sweep, point, bounded, stateText(point, atWork))),
    { align: headers.map((_, i) => (i === headers.length - 1 ? "left" : "right")) },
  );
}

/** A sweep in one line: the first point at work and how many are done. */
export function sweepLine(sweep: Sweep, points: readonly SweepPoint[]): string {
  const done = points.filter(({ status }) => status === "done").length;
  const current = points.find(({ status }) => status === "started" || status === "waiting");
  const total = `${done} of ${points.length} points done`;
  if (current === undefined) return total;
  const { frames, frameErrors } = current.state.counts;
  const errors = `${formatCount(frameErrors)} of ${formatCount(sweepRule(sweep).maxErrors)} frame errors`;
  const { channel } = current.task;
  return `${pointText(channelKind(channel), channel.value)}: ${errors} in ${formatCount(frames)} frames; ${total}`;
}

/** Frames per engine second of a point; not a number before the first chunk. */
export function framesPerSecond({ all }: SweepPoint): number {
  return all.total.frames / all.seconds;
}

/** What becomes of a point, in words. */
export function stateText({ id, status, state }: SweepPoint, atWork: (task: string) => boolean): string {
  if (status === "done") return `done (${state.stoppedBy})`;
  if (status === "started") return atWork(id) ? "running" : "interrupted";
  return status;
}

function cells(sweep: Sweep, point: SweepPoint, bounded: boolean, words: string): string[] {
  const { state, task, status } = point;
  const { counts } = state;
  const label = String(task.channel.value);
  if (counts.frames === 0 || status === "skipped") {
    return [label, ...[...RATES, ...(bounded ? [BOUND] : []), ...COUNTS.slice(1)].map(() => ""), words];
  }
  const { fer, ser } = errorRates(counts, sweep.symbols, sweep.bitsPerSymbol);
  return [
    label,
    counts.frameErrors === 0 ? `< ${formatRate(fer.high)}` : formatRate(fer.value),
    formatInterval(fer.low, fer.high),
    ...(bounded ? [formatRate(counts.mlErrors / counts.frames)] : []),
    counts.symbolErrors === 0 ? `< ${formatRate(ser.high)}` : formatRate(ser.value),
    formatCount(counts.frames),
    formatCount(counts.frameErrors),
    formatCount(counts.undetected),
    formatNumber(counts.iterations / counts.frames),
    formatNumber(framesPerSecond(point)),
    words,
  ];
}
