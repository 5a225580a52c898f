import type { ChannelKind } from "../channel/channel-kind.ts";
import { approximationAt, type CodeSize } from "../channel/limits/channel-limits.ts";
import { formatNumber } from "./format.ts";
import { crossing } from "./gap.ts";
import type { SeriesPoint } from "./series.ts";

/** FERs at which a curve is compared, the first that it reaches. */
const FERS = [1e-3, 1e-4, 1e-2, 1e-5, 1e-1, 1e-6];

/**
 * How far a curve is from the normal approximation for codes of its length and rate, in a sentence: at a FER of 1e-3, or else at
 * the next power of ten that the curve reaches.
 * @param points by x, ascending.
 * @returns undefined for a curve that crosses no such FER, or a channel on which the approximation does not reach it.
 */
export function approximationGapText(
  kind: ChannelKind,
  size: CodeSize,
  points: readonly SeriesPoint[],
): string | undefined {
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
