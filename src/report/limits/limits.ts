import { channelFamily, channelKind } from "../../channel/channels.ts";
import { InputError } from "../../errors.ts";
import { largest, smallest } from "../../extremes.ts";
import type { Series } from "../series.ts";
import type { RateName } from "../style.ts";
import { ferBound } from "./bound.ts";
import { capacity } from "./capacity.ts";
import type { Limit, LimitCurve, LimitedRun } from "./limit.ts";
import { normalApproximation } from "./normal-approximation.ts";
import { threshold } from "./threshold.ts";
import { uncoded } from "./uncoded.ts";

const BY_NAME = {
  capacity,
  threshold,
  "normal-approximation": normalApproximation,
  achievable: ferBound("achievable", "FER that some code reaches", "longdashdot"),
  converse: ferBound("converse", "FER that no code is below", "2px,8px"),
  uncoded,
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits that a figure can show beside the runs. A new limit is a file and a line in the table. */
export type LimitName = keyof typeof BY_NAME;
export const limits: Readonly<Record<LimitName, Limit>> = BY_NAME;
export const LIMIT_NAMES = Object.keys(limits) as readonly LimitName[];

/** A limit's curve, as a series whose rates stand in `fer`. */
export interface LimitSeries extends Series {
  readonly limit: LimitName;
}

/**
 * The limits of runs, each curve once: by the length and rate of the run's code, and by its channel.
 * @param shown the error rates of the figure: limits go down to half the lowest one.
 * @throws InputError for a run whose code is not known.
 */
export function limitSeries(
  runs: readonly Series[],
  wanted: readonly LimitName[],
  shown: readonly RateName[],
): readonly LimitSeries[] {
  const rates = runs.flatMap(({ points }) => points.flatMap((point) => shown.map((rate) => point[rate])));
  const lowest = smallest(rates.flatMap(lowestOf)) / 2;
  // Without a rate above 0 nothing says how far down the curves go.
  if (!Number.isFinite(lowest)) return [];
  const all = runs.flatMap((run) => wanted.flatMap((limit) => seriesOf(run, limit, lowest)));
  const keyOf = ({ limit, points }: LimitSeries) => JSON.stringify([limit, points.map(({ x }) => x)]);
  return [...new Map(all.map((curve) => [keyOf(curve), curve])).values()];
}

function lowestOf(rate: Series["points"][number]["fer"]): number[] {
  if (rate === undefined) return [];
  return rate.value > 0 ? [rate.value] : rate.interval === undefined ? [] : [rate.interval[1]];
}

function seriesOf(run: Series, limit: LimitName, lowest: number): LimitSeries[] {
  const { parameter, modulation, points, rate, family = channelFamily(parameter, modulation) } = run;
  const xs = points.map(({ x }) => x);
  const limited = { family, kind: channelKind(family), range: [smallest(xs), largest(xs)] as const, lowest };
  const found = curveOf(run, limit, limited);
  if (found === undefined) return [];
  const curve = found.curve.map(([x, value]) => ({ x, fer: { value } }));
  const optional = { ...(modulation && { modulation }), ...(rate && { rate }) };
  return [{ kind: "reference", limit, name: found.name, parameter, points: curve, ...optional }];
}

function curveOf(run: Series, name: LimitName, limited: LimitedRun): { name: string; curve: LimitCurve } | undefined {
  const limit = limits[name];
  if (limit.of === "channel") {
    const curve = limit.curve(limited);
    return curve && { name: "without a code", curve };
  }
  if (run.codeSize === undefined) {
    const what = `--show ${name}: length and rate of the code of ${run.name || "the run"} are not known`;
    throw new InputError(`${what}: give the run's folder, which has the code`);
  }
  const size = run.codeSize();
  // Nothing here limits a code with block fading, nor words of cosets.
  if (size === undefined || limited.kind.isBlockFading) return undefined;
  const curve = limit.curve({ ...limited, size, ensemble: () => run.ensemble?.() });
  return curve && { name: `n ${size.n}, k ${size.k}${size.q === 2 ? "" : ` over GF(${size.q})`}`, curve };
}
