import { channelKind } from "../../channel/channels.ts";
import type { Code } from "../../code/code.ts";
import { codeRate, transmittedPositions } from "../../code/rate-matching.ts";
import { approximationGapText } from "../../report/approximation-gap.ts";
import type { SeriesPoint } from "../../report/series.ts";
import { errorRates } from "../../simulation/statistics/statistics.ts";
import type { Sweep, SweepPoint } from "../../simulation/sweep.ts";
import type { CodewordSource } from "../../source/word-source.ts";

/** Length in symbols of the longest code whose dimension is computed by elimination for this line alone. */
const ELIMINATION_MOST = 10_000;

/** Lines with the distance of a run from the normal approximation. They are empty if no two points enclose a power of ten. */
export function limitLines(
  code: Code,
  codeword: CodewordSource,
  sweep: Sweep,
  points: readonly SweepPoint[],
): readonly string[] {
  const kind = channelKind(sweep.tasks[0].channel);
  // With syndromes, words come from cosets of the code, so the code's rate sets no limit.
  const isKnown = kind.needsRate || code.parity !== undefined || code.matrix.columns <= ELIMINATION_MOST;
  if (codeword === "syndrome" || !isKnown || kind.isBlockFading) return [];
  const curve = points.flatMap((point) => curvePoint(point, sweep)).sort((a, b) => a.x - b.x);
  if (curve.length < (kind.values === undefined ? 2 : 1)) return [];
  const n = transmittedPositions(code).length;
  const k = Math.round(codeRate(code) * n);
  if (k === 0 || k === n) return [];
  return [approximationGapText(kind, { q: code.matrix.field.q, n, k }, curve) ?? []].flat();
}

function curvePoint({ task, status, state: { counts } }: SweepPoint, sweep: Sweep): SeriesPoint[] {
  if (status === "skipped" || counts.frameErrors === 0) return [];
  const { value, low, high } = errorRates(counts, sweep.symbols, sweep.bitsPerSymbol).fer;
  return [{ x: task.channel.value, fer: { value, interval: [low, high] } }];
}
