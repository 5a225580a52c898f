import { type ChannelKind, pointText } from "../channel/channel-kind.ts";
import { bitsOf, type CodeSize } from "../channel/limits/bounds.ts";
import { approximateFer, approximationAt, usesOf } from "../channel/limits/channel-limits.ts";
import { formatNumber } from "./format.ts";
import { crossing } from "./gap.ts";
import type { SeriesPoint } from "./series.ts";

/** FERs at which a curve is compared, the first that it reaches. */
const FERS = [1e-3, 1e-4, 1e-2, 1e-5, 1e-1, 1e-6];

/**
 * How far a curve is from the normal approximation for codes of its length and rate, in a sentence: at a FER of 1e-3, or else at
 * the next power of ten that the curve reaches. A channel that has single values alone is compared at the point with the FER nearest to 1e-3.
 * @param points by x, ascending.
 * @returns undefined for a curve that crosses none of these FERs, or a channel on which the approximation does not reach it.
 */
export function approximationGapText(
  kind: ChannelKind,
  size: CodeSize,
  points: readonly SeriesPoint[],
): string | undefined {
  if (kind.values !== undefined) return gapAtPointText(kind, size, points);
  for (const fer of FERS) {
    const found = crossing(points, fer);
    if (found === undefined) continue;
    const limit = approximationAt(kind, size, fer);
    if (limit === undefined) return undefined;
    const { label, unit } = kind;
    const at = `FER ${fer.toExponential(0)} is at ${label}`;
    const code = `for codes of this length and rate`;
    if (unit !== "dB") {
      return `${at} ${formatNumber(found.x)}; the normal approximation ${code} has it at ${formatNumber(limit)}.`;
    }
    const gap = found.x - limit;
    const side = gap < 0 ? "below" : "above";
    return `${at} ${found.x.toFixed(2)} dB, ${Math.abs(gap).toFixed(2)} dB ${side} the normal approximation ${code} (${limit.toFixed(2)} dB).`;
  }
  return undefined;
}

function gapAtPointText(kind: ChannelKind, size: CodeSize, points: readonly SeriesPoint[]): string | undefined {
  const distance = ({ fer }: SeriesPoint) => Math.abs(Math.log(fer!.value / FERS[0]));
  const [nearest] = points.filter(({ fer }) => fer !== undefined).sort((a, b) => distance(a) - distance(b));
  if (nearest?.fer === undefined) return undefined;
  const { x, fer } = nearest;
  const { capacity } = kind.moments(x, { q: size.q, rate: () => size.k / size.n });
  const [limit, measured] = [approximateFer(kind, size, x), fer.value].map((rate) => rate.toExponential(1));
  const use = `${formatNumber(capacity, 3)} bits per use; the code carries ${formatNumber(bitsOf(size) / usesOf(kind, size), 3)}`;
  return `At ${pointText(kind, x)} the FER is ${measured}; the normal approximation for codes of this length and rate has it at ${limit} (capacity ${use}).`;
}
