import { type ChannelKind, pointText } from "../channel/channel-kind.ts";
import { channels } from "../channel/channels.ts";
import { bitsOf, type CodeSize } from "../channel/limits/bounds.ts";
import { approximateFer, approximationAt, usesOf } from "../channel/limits/channel-limits.ts";
import { InputError } from "../errors.ts";
import { largest, smallest } from "../extremes.ts";
import { formatNumber } from "./format.ts";
import type { ReferenceCurve } from "./reference.ts";
import type { Rate, SeriesPoint } from "./series.ts";

/** The value of a channel's parameter at which a curve has a FER, with the values at which the ends of its 95 % intervals have it. */
export interface Crossing {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

/**
 * How far two curves lie apart at a FER, in dB, with the 95 % interval.
 * @example
 * const isClear = ({ low, high }: Gap) => low > 0 || high < 0;
 */
export interface Gap {
  readonly fer: number;
  /** x of the second curve less x of the first: above 0 the first is better. */
  readonly gap: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Where a curve crosses a FER: ln FER is interpolated linearly between neighbouring points.
 * @param points by x, ascending. A rate without an interval counts as exact.
 * @returns undefined if no two neighbours have the FER between them.
 */
export function crossing(points: readonly SeriesPoint[], fer: number): Crossing | undefined {
  const x = crossingOf(points, fer, ({ value }) => value);
  if (x === undefined) return undefined;
  const ends = [0, 1].map((end) => crossingOf(points, fer, ({ value, interval }) => interval?.[end] ?? value));
  // Where the ends of the intervals never reach the FER, the curve's own ends bound it.
  const [first, last] = [points[0].x, points[points.length - 1].x];
  const low = ends[0] ?? first;
  const high = ends[1] ?? last;
  return { x, low: Math.min(low, high, x), high: Math.max(low, high, x) };
}

/**
 * The gap of two curves at a FER, with its 95 % interval: the distances of both crossings to the ends of their intervals, added as independent
 * errors are, by their squares.
 * @param first curve that needs fewer dB where the gap is above 0.
 * @param second curve over the same parameter.
 * @param fer above 0 and below 1, that both curves cross.
 * @example
 * const [at, better] = [2, 1].map((start) =>
 *   parseReference(`ebn0,fer\n${start},1e-2\n${start + 1},1e-4\n`, "curve.csv")[0]);
 * gapAt(better, at, 1e-3).gap; // → 1
 * @throws InputError if the channel has no decibels, or a curve does not reach the FER.
 */
export function gapAt(first: ReferenceCurve, second: ReferenceCurve, fer: number): Gap {
  const { unit, label } = channels[first.parameter] as { unit?: string; label: string };
  if (unit !== "dB") throw new InputError(`--at needs an axis in dB: the curves are over ${label}`);
  const [a, b] = [first, second].map((curve) => {
    const found = crossing(curve.points, fer);
    if (found !== undefined) return found;
    const rates = curve.points.flatMap((point) => (point.fer === undefined ? [] : [point.fer.value]));
    const range = `${Math.min(...rates)} … ${Math.max(...rates)}`;
    throw new InputError(`${curve.name} has no two points around a FER of ${fer}: its points have ${range}`);
  });
  const gap = b.x - a.x;
  const below = Math.hypot(b.x - b.low, a.high - a.x);
  const above = Math.hypot(b.high - b.x, a.x - a.low);
  return { fer, gap, low: gap - below, high: gap + above };
}

/** Lowest power of ten at which gaps are looked for. */
const LOWEST_EXPONENT = -12;

/** The gap of two curves at the lowest power of ten that both cross; undefined if there is none, or the channel has no decibels. */
export function lowestGap(first: ReferenceCurve, second: ReferenceCurve): Gap | undefined {
  if (channels[first.parameter].unit !== "dB") return undefined;
  for (let exponent = LOWEST_EXPONENT; exponent < 0; exponent++) {
    const fer = Number(`1e${exponent}`);
    if ([first, second].every(({ points }) => crossing(points, fer) !== undefined)) return gapAt(first, second, fer);
  }
  return undefined;
}

/** The range of FERs that two curves have in common, from the lowest; undefined if there is none, or the channel has no decibels. */
export function commonFers(first: ReferenceCurve, second: ReferenceCurve): readonly [number, number] | undefined {
  if (channels[first.parameter].unit !== "dB") return undefined;
  const rates = [first, second].map(({ points }) => points.flatMap(({ fer }) => (fer?.value ? [fer.value] : [])));
  const low = largest(rates.map(smallest));
  const high = smallest(rates.map(largest));
  return low < high ? [low, high] : undefined;
}

function crossingOf(points: readonly SeriesPoint[], fer: number, rate: (rate: Rate) => number): number | undefined {
  for (let i = 1; i < points.length; i++) {
    const [before, after] = [points[i - 1], points[i]];
    if (before.fer === undefined || after.fer === undefined) continue;
    const [a, b] = [rate(before.fer), rate(after.fer)];
    if (!(a > 0 && b > 0) || a === b || (a - fer) * (b - fer) > 0) continue;
    const share = (Math.log(a) - Math.log(fer)) / (Math.log(a) - Math.log(b));
    return before.x + share * (after.x - before.x);
  }
  return undefined;
}

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
    if (unit !== "dB")
      return `${at} ${formatNumber(found.x)}; the normal approximation ${code} has it at ${formatNumber(limit)}.`;
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
