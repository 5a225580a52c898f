import { type ChannelFamily, channelFamily, channelKind } from "../channel/channels.ts";
import { approximateFer, approximationAt, type CodeSize, capacityLimit } from "../channel/limits/channel-limits.ts";
import { hasUncodedRates, uncodedRates } from "../channel/limits/uncoded.ts";
import { modulationOf } from "../channel/modulation/modulated.ts";
import { modulations } from "../channel/modulation/modulations.ts";
import { InputError } from "../errors.ts";
import { largest, smallest } from "../extremes.ts";
import type { Series } from "./series.ts";
import { type FigureStyle, INK } from "./style.ts";
import { escapeMarkup, type Trace } from "./traces.ts";

/** Limits that a figure can show beside the runs. */
export const LIMIT_NAMES = ["capacity", "normal-approximation", "uncoded"] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

const LIMIT_TEXT: Readonly<Record<LimitName, string>> = {
  capacity: "capacity equals the rate",
  "normal-approximation": "FER of the normal approximation",
  uncoded: "BER without a code",
};
const DASHES: Readonly<Record<LimitName, string>> = {
  capacity: "dash",
  "normal-approximation": "dot",
  uncoded: "dashdot",
};

/** The limits' grey: they stand behind the runs. */
const COLOUR = "#777777";
/** Points of a curve. */
const POINTS = 33;
/** FER at which the curve of the normal approximation begins. */
const HIGHEST = 0.9;

/** A limit's curve, as a series whose rates stand in `fer`. */
export interface LimitSeries extends Series {
  readonly limit: LimitName;
}

/**
 * The limits of runs, each curve once: by the length and rate of the run's code, and by its channel.
 * @throws InputError for a run whose code is not known.
 */
export function limitSeries(runs: readonly Series[], wanted: readonly LimitName[]): readonly LimitSeries[] {
  const lowest = smallest(runs.flatMap(({ points }) => points.flatMap(({ fer }) => lowestOf(fer)))) / 2;
  // Without a rate above 0 nothing says how far down the curves go.
  if (!Number.isFinite(lowest)) return [];
  const all = runs.flatMap((run) => wanted.flatMap((limit) => curveOf(run, limit, lowest)));
  const keyOf = ({ limit, points }: LimitSeries) => JSON.stringify([limit, points.map(({ x }) => x)]);
  return [...new Map(all.map((curve) => [keyOf(curve), curve])).values()];
}

function lowestOf(rate: Series["points"][number]["fer"]): number[] {
  if (rate === undefined) return [];
  return rate.value > 0 ? [rate.value] : rate.interval === undefined ? [] : [rate.interval[1]];
}

function curveOf(run: Series, limit: LimitName, lowest: number): LimitSeries[] {
  const { parameter, modulation, points, rate, family = channelFamily(parameter, modulation) } = run;
  const kind = channelKind(family);
  const line = (values: readonly (readonly [x: number, y: number])[], name: string): LimitSeries[] => {
    const curve = values.map(([x, value]) => ({ x, fer: { value } }));
    return [
      {
        kind: "reference",
        limit,
        name,
        parameter,
        points: curve,
        ...(modulation && { modulation }),
        ...(rate && { rate }),
      },
    ];
  };
  const xs = points.map(({ x }) => x);
  if (limit === "uncoded") {
    const ber = uncodedBer(family);
    if (ber === undefined) return [];
    return line(
      grid(smallest(xs), largest(xs)).map((x) => [x, ber(x)]),
      "without a code",
    );
  }
  const size = sizeOf(run, limit);
  // Neither limits a code with block fading, nor words of cosets.
  if (size === undefined || kind.isBlockFading) return [];
  const name = `n ${size.n}, k ${size.k}${size.q === 2 ? "" : ` over GF(${size.q})`}`;
  if (kind.values !== undefined) {
    // A capacity is a value of the parameter, and tables have only theirs.
    if (limit === "capacity") return [];
    const reached = xs.map((x) => [x, approximateFer(kind, size, x)] as const);
    return line(
      reached.filter(([, fer]) => fer > lowest),
      name,
    );
  }
  if (limit === "capacity") {
    const x = capacityLimit(kind, size);
    return x === undefined
      ? []
      : line(
          [
            [x, 1],
            [x, lowest],
          ],
          name,
        );
  }
  const [first, last] = [HIGHEST, lowest].map((fer) => approximationAt(kind, size, fer));
  if (first === undefined || last === undefined) return [];
  return line(
    grid(first, last).map((x) => [x, approximateFer(kind, size, x)]),
    name,
  );
}

function sizeOf({ name, codeSize }: Series, limit: LimitName): CodeSize | undefined {
  const remedy = "give the run's folder, which has the code";
  if (codeSize === undefined) {
    throw new InputError(
      `--show ${limit}: length and rate of the code of ${name || "the run"} are not known: ${remedy}`,
    );
  }
  return codeSize();
}

function grid(first: number, last: number): number[] {
  return Array.from({ length: POINTS }, (_, i) => first + ((last - first) * i) / (POINTS - 1));
}

/** BER of bits sent without a code, by the channel's parameter: at the same energy per bit where it is Eb/N0. */
function uncodedBer(family: ChannelFamily): ((x: number) => number) | undefined {
  const { sigma, name } = channelKind(family);
  if (name === "bsc") return (x) => x;
  const modulation = family.modulation === undefined ? modulations.bpsk : modulationOf(family.modulation);
  if (sigma === undefined || !hasUncodedRates(modulation)) return undefined;
  const fading = family.modulation?.fading === undefined ? "awgn" : "rayleigh";
  return (x) => uncodedRates(modulation, 1 / (2 * sigma(x, { rate: () => 1 }) ** 2), fading).ber;
}

/** Lines of the limits, and their entries in the key. */
export function limitTraces(curves: readonly LimitSeries[], { lineWidth }: FigureStyle): Trace[] {
  const lines = curves.map(({ limit, name, points }): Trace => {
    const text = `${LIMIT_TEXT[limit]}, ${name}`;
    return {
      ...common(text, limit, COLOUR, lineWidth),
      x: points.map(({ x }) => x),
      y: points.map(({ fer }) => fer!.value),
      text: points.map(() => escapeMarkup(text)),
      hovertemplate: "%{text}<extra></extra>",
      showlegend: false,
    };
  });
  const key = LIMIT_NAMES.filter((name) => curves.some(({ limit }) => limit === name)).map((name): Trace => {
    const entry = { x: [null], y: [null], legend: "legend2", showlegend: true, hoverinfo: "skip" };
    return { ...common(LIMIT_TEXT[name], name, INK, lineWidth), ...entry };
  });
  return [...lines, ...key];
}

function common(name: string, limit: LimitName, color: string, lineWidth: number) {
  const line = { color, width: 0.75 * lineWidth, dash: DASHES[limit] };
  return { type: "scatter", name: escapeMarkup(name), mode: "lines", line };
}
