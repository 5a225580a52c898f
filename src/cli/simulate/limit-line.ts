import type { ChannelKind } from "../../channel/channel-kind.ts";
import { channelKind } from "../../channel/channels.ts";
import { approximateFer, capacityLimit } from "../../channel/limits/channel-limits.ts";
import { type CodeSize, codeSize } from "../../channel/limits/code-size.ts";
import type { Code } from "../../code/code.ts";
import { approximationGapText } from "../../report/approximation-gap.ts";
import { formatNumber } from "../../report/format.ts";
import type { SeriesPoint } from "../../report/series.ts";
import { errorRates } from "../../simulation/statistics/statistics.ts";
import type { Sweep, SweepPoint } from "../../simulation/sweep.ts";
import type { CodewordSource } from "../../source/word-source.ts";

/** Length in symbols of the longest code whose dimension is computed by elimination for this line alone. */
const ELIMINATION_MOST = 10_000;

/** A run's code and channel, which limits its error rates. */
export interface RunLimits {
  readonly kind: ChannelKind;
  readonly size: CodeSize;
  /** FER of the normal approximation at a value of the channel's parameter. */
  approximation(value: number): number;
}

/** The limits of a run; undefined where nothing limits it, or the dimension of its code would take long to compute. */
export function limitsOf(code: Code, codeword: CodewordSource, sweep: Sweep): RunLimits | undefined {
  const kind = channelKind(sweep.tasks[0].channel);
  // With syndromes, words come from cosets of the code, so the code's rate sets no limit.
  const isKnown = kind.needsRate || code.parity !== undefined || code.matrix.columns <= ELIMINATION_MOST;
  if (codeword === "syndrome" || !isKnown || kind.isBlockFading) return undefined;
  const size = codeSize(code);
  if (size.k === 0 || size.k === size.n) return undefined;
  return { kind, size, approximation: (value) => approximateFer(kind, size, value) };
}

/** Lines with the limits of a run: the capacity, and the distance from the normal approximation if the run reaches it. */
export function limitLines({ kind, size }: RunLimits, sweep: Sweep, points: readonly SweepPoint[]): readonly string[] {
  const curve = points.flatMap((point) => curvePoint(point, sweep)).sort((a, b) => a.x - b.x);
  const isEnough = curve.length >= (kind.values === undefined ? 2 : 1);
  return [...capacityLines(kind, size), ...(isEnough ? [approximationGapText(kind, size, curve) ?? []].flat() : [])];
}

function capacityLines(kind: ChannelKind, size: CodeSize): string[] {
  const limit = kind.values === undefined ? capacityLimit(kind, size) : undefined;
  if (limit === undefined) return [];
  const [worst, best] = kind.span(size.q);
  const text = kind.unit === "dB" ? `${limit.toFixed(2)} dB` : formatNumber(limit);
  return [
    `The capacity equals the code's rate at ${kind.label} ${text}: ${worst < best ? "below" : "above"} it long codes fail.`,
  ];
}

function curvePoint({ task, status, state: { counts } }: SweepPoint, sweep: Sweep): SeriesPoint[] {
  if (status === "skipped" || counts.frameErrors === 0) return [];
  const { value, low, high } = errorRates(counts, sweep.symbols, sweep.bitsPerSymbol).fer;
  return [{ x: task.channel.value, fer: { value, interval: [low, high] } }];
}
