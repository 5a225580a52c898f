import type { ChannelKind } from "../channel/channel-kind.ts";
import { normalUpperTail } from "../channel/gaussian.ts";
import { InputError } from "../errors.ts";
import type { ErrorCount } from "./statistics.ts";

/** The counts at a value of the channel's parameter. */
export interface MeasuredPoint extends ErrorCount {
  readonly value: number;
}

/** The value of a channel's parameter at which a code has a FER. */
export interface RequiredValue {
  readonly fer: number;
  readonly value: number;
  /** Ends of the 95 % interval, low below high. */
  readonly low: number;
  readonly high: number;
  /** Number of the points that the estimate rests on. */
  readonly points: number;
}

/** 95 % quantile of χ² with one degree of freedom. */
const CHI_SQUARE = 3.841458820694124;
/** Distance of a point's FER from the wanted one in probits, up to which the curve is taken for a line. */
const NEAR = 1;
/** Slopes of the line that are tried, in probits per dB, or per unit of the parameter's logarithm. */
const SLOPES = [1e-2, 1e4] as const;
/** Steps of searches by the golden section. */
const STEPS = 60;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Estimates the value at which a FER is reached: near it the probit of the FER is taken for a line in the parameter (in
 * its logarithm, unless it is in dB), which binomial maximum likelihood fits to the counts. FER curves of long codes
 * are such lines in their waterfall. The interval has the values whose best line is not refused at 5 % by the
 * likelihood ratio. Points that stopped at a number of errors have the same likelihood as points of given frames.
 * @param points in any order.
 * @returns undefined unless points have FERs on both sides.
 */
export function requiredValue(
  points: readonly MeasuredPoint[],
  fer: number,
  kind: Pick<ChannelKind, "better" | "unit">,
): RequiredValue | undefined {
  const isAbove = ({ errors, frames }: MeasuredPoint) => errors >= fer * frames;
  const isBelow = (point: MeasuredPoint) => !isAbove(point);
  if (!points.some(isAbove) || !points.some(isBelow)) return undefined;
  const { to, from } = scaleOf(kind);
  const wanted = probit(fer);
  const distance = ({ errors, frames }: MeasuredPoint) => Math.abs(probit((errors + 0.5) / (frames + 1)) - wanted);
  const sorted = [...points].sort((a, b) => distance(a) - distance(b) || a.value - b.value);
  const nearest = [sorted.find(isAbove), sorted.find(isBelow)];
  const used = sorted.filter((point) => distance(point) <= NEAR || nearest.includes(point));
  const data = used.map(({ value, errors, frames }) => ({ x: to(value), errors, frames }));
  const likelihood = (x: number): number =>
    -minimum(
      (logSlope) => {
        const slope = Math.exp(logSlope);
        return data.reduce((all, point) => {
          const u = wanted + slope * (point.x - x);
          return all - point.errors * logTail(u) - (point.frames - point.errors) * logTail(-u);
        }, 0);
      },
      Math.log(SLOPES[0]),
      Math.log(SLOPES[1]),
    ).value;
  const xs = data.map(({ x }) => x).sort((a, b) => a - b);
  const span = xs[xs.length - 1] - xs[0];
  const [first, last] = [xs[0] - span, xs[xs.length - 1] + span];
  const best = minimum((x) => -likelihood(x), first, last);
  const end = (edge: number) => {
    const excess = (x: number) => 2 * (-best.value - likelihood(x)) - CHI_SQUARE;
    let [inside, outside] = [best.at, edge];
    for (let step = 0; step < STEPS; step++) {
      const middle = (inside + outside) / 2;
      if (excess(middle) > 0) outside = middle;
      else inside = middle;
    }
    return from(inside);
  };
  const ends = [end(first), end(last)].sort((a, b) => a - b);
  return { fer, value: from(best.at), low: ends[0], high: ends[1], points: used.length };
}

/** Points of a search: a search that has not ended then finds no waterfall. */
const POINTS_MOST = 40;
/** First step towards a wanted FER and largest step, in dB, or a share of the parameter. */
const STEP = 0.5;
const STEP_MOST = 2;
/** A search ends with a point this share of the interval's half from the estimate. */
const CLOSE = 0.25;

/**
 * The next value to simulate on the way to a required value: a function of the points' counts alone. Until the FER lies
 * between two points it goes on beyond them, with steps that grow; then to the estimate, until a point is close to it.
 * @param points at least one, each with all of its frames.
 * @returns undefined when nothing is left to simulate.
 * @throws InputError if the FER stays on one side up to the end of the channel's range.
 */
export function nextValue(
  points: readonly MeasuredPoint[],
  fer: number,
  kind: Pick<ChannelKind, "better" | "unit" | "fault" | "label">,
  q: number,
): number | undefined {
  const { to, from } = scaleOf(kind);
  const rounded = (x: number) => Number(kind.unit === "dB" ? from(x).toFixed(2) : from(x).toPrecision(3));
  const found = requiredValue(points, fer, kind);
  if (found !== undefined) {
    const [x, low, high] = [found.value, found.low, found.high].map(to);
    const next = rounded(x);
    const near = Math.max((CLOSE * Math.abs(high - low)) / 2, Math.abs(to(next) - x));
    const isClose = points.some(({ value }) => value === next || Math.abs(to(value) - x) <= near);
    if (isClose) return undefined;
    if (points.length < POINTS_MOST) return next;
  }
  const xs = points.map(({ value }) => to(value)).sort((a, b) => a - b);
  const isTooBad = points[0].errors >= fer * points[0].frames;
  const step = Math.min(STEP_MOST, xs.length === 1 ? STEP : xs[xs.length - 1] - xs[0]);
  const value = rounded(isTooBad ? xs[xs.length - 1] + step : xs[0] - step);
  if (points.length >= POINTS_MOST || kind.fault(value, q) !== undefined) {
    const side = isTooBad ? "above" : "below";
    throw new InputError(
      `the FER of all ${points.length} points is ${side} ${fer}, the last at ${kind.label} ${from(isTooBad ? xs[xs.length - 1] : xs[0])}: ` +
        "no required value was found; the points are kept",
    );
  }
  return value;
}

/** A scale on which a larger number is a better channel: dB, else the logarithm. */
function scaleOf({ better, unit }: Pick<ChannelKind, "better" | "unit">) {
  const sign = better === "larger" ? 1 : -1;
  return unit === "dB"
    ? { to: (value: number) => sign * value, from: (x: number) => sign * x }
    : { to: (value: number) => sign * Math.log(value), from: (x: number) => Math.exp(sign * x) };
}

/** The x with Q(x) = p. */
function probit(p: number): number {
  let [low, high] = [-38, 38];
  for (let step = 0; step < 64; step++) {
    const middle = (low + high) / 2;
    if (logTail(middle) > Math.log(p)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** ln Q(x) of the standard normal distribution, for |x| up to 37. */
function logTail(x: number): number {
  const within = Math.min(Math.max(x, -37), 37);
  return within >= 0 ? Math.log(normalUpperTail(within)) : Math.log1p(-normalUpperTail(-within));
}

/** Minimum of a function with a single valley, by the golden section. */
function minimum(
  f: (x: number) => number,
  first: number,
  last: number,
): { readonly at: number; readonly value: number } {
  let [low, high] = [first, last];
  let [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [fa, fb] = [f(a), f(b)];
  for (let step = 0; step < STEPS; step++) {
    if (fa <= fb) {
      [high, b, fb] = [b, a, fa];
      a = high - GOLDEN * (high - low);
      fa = f(a);
    } else {
      [low, a, fa] = [a, b, fb];
      b = low + GOLDEN * (high - low);
      fb = f(b);
    }
  }
  return fa <= fb ? { at: a, value: fa } : { at: b, value: fb };
}
