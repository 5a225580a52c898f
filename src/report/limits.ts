import type { ChannelKind } from "../channel/channel-kind.ts";
import { type ChannelFamily, channelFamily, channelKind } from "../channel/channels.ts";
import type { BoundName, CodeSize } from "../channel/limits/bounds.ts";
import {
  approximateFer,
  approximationAt,
  boundAt,
  capacityLimit,
  codeBound,
  valueOfSigma,
} from "../channel/limits/channel-limits.ts";
import { hasUncodedRates, uncodedRates } from "../channel/limits/modulation-limits.ts";
import { modulationOf, modulations } from "../channel/modulation/modulated.ts";
import { edgeTypes, type MetEnsemble } from "../code/construct/met.ts";
import { ITERATIONS_MAXIMUM, thresholdChannels, thresholdOver } from "../code/density-evolution/threshold.ts";
import { InputError } from "../errors.ts";
import { largest, smallest } from "../extremes.ts";
import { Recent } from "../recent.ts";
import type { Dash } from "./chart.ts";
import type { Series } from "./series.ts";
import type { RateName } from "./style.ts";

/** A run, as its limits see it. */
interface LimitedRun {
  readonly family: ChannelFamily;
  readonly kind: ChannelKind;
  /** Smallest and largest value of the channel's parameter. */
  readonly range: readonly [first: number, last: number];
  /** Half the lowest error rate of the figure. */
  readonly lowest: number;
}

/** A run whose code is limited by its length and rate. */
interface LimitedCode extends LimitedRun {
  readonly size: CodeSize;
  /** Degrees of the code's nodes; undefined where density evolution does not hold. */
  readonly ensemble: () => MetEnsemble | undefined;
}

/** Values of the channel's parameter with a rate. */
type LimitCurve = readonly (readonly [x: number, rate: number])[];

interface LimitLook {
  /** The limit in the key. */
  readonly text: string;
  readonly dash: Dash;
  /** Codes, channels and modulations whose limit is known, after "it is known for". */
  readonly knownFor: string;
}

/** A limit of codes, or of the channel alone. `curve` returns undefined where the limit does not hold or is not known. */
export type Limit = LimitLook &
  (
    | { readonly of: "code"; readonly curve: (run: LimitedCode) => LimitCurve | undefined }
    | { readonly of: "channel"; readonly curve: (run: LimitedRun) => LimitCurve | undefined }
  );

/** FER at which curves begin. */
const HIGHEST = 0.9;
const POINTS = 33;

/** Evenly spaced values with their rates. */
function curveBetween(first: number, last: number, rateOf: (x: number) => number, points = POINTS): LimitCurve {
  return Array.from({ length: points }, (_, i) => {
    const x = first + ((last - first) * i) / (points - 1);
    return [x, rateOf(x)] as const;
  });
}

/** A vertical line at a value of the channel's parameter. */
function verticalLine(x: number | undefined, { lowest }: LimitedRun): LimitCurve | undefined {
  if (x === undefined) return undefined;
  return [
    [x, 1],
    [x, lowest],
  ];
}

/** Points of a curve: over AWGN a point takes Fourier transforms. */
const BOUND_POINTS = 17;

/** A bound on the FER of the best code of the run's length and rate. */
function ferBound(bound: BoundName, text: string, dash: Dash): Limit {
  return {
    of: "code",
    text,
    dash,
    knownFor: "short codes, over BPSK and QPSK with AWGN and over the symmetric and erasure channels",
    curve({ kind, size, lowest }) {
      const ferOf = codeBound(kind, size, bound);
      const [first, last] = [HIGHEST, lowest].map((fer) => boundAt(kind, size, bound, fer));
      if (ferOf === undefined || first === undefined || last === undefined) return undefined;
      return curveBetween(first, last, ferOf, BOUND_POINTS);
    },
  };
}

/** The value of the channel's parameter at which the capacity is the code's rate. Tables have single values alone. */
const capacity: Limit = {
  of: "code",
  text: "capacity",
  dash: "dash",
  knownFor: "channels by a parameter without block fading, and words of a code, not of its cosets",
  curve: (run) => (run.kind.values === undefined ? verticalLine(capacityLimit(run.kind, run.size), run) : undefined),
};

/** The FER of the normal approximation for the code's length and rate. */
const normalApproximation: Limit = {
  of: "code",
  text: "normal approximation",
  dash: "dot",
  knownFor: "channels without block fading, and words of a code, not of its cosets",
  curve({ kind, size, range: [from, to], lowest }) {
    const ferOf = (x: number) => approximateFer(kind, size, x);
    if (kind.values !== undefined) {
      const within = kind.values.filter((x) => x >= from && x <= to);
      return within.map((x) => [x, ferOf(x)] as const).filter(([, fer]) => fer > lowest);
    }
    const [first, last] = [HIGHEST, lowest].map((fer) => approximationAt(kind, size, fer));
    return first === undefined || last === undefined ? undefined : curveBetween(first, last, ferOf);
  },
};

/** Bit error probability at which density evolution has succeeded, and the relative accuracy of its SNR. */
const EVOLUTION = { target: 1e-5, resolution: 4e-3 } as const;

/** The threshold of sum-product decoding for codes with the degrees of the run's code. */
const threshold: Limit = {
  of: "code",
  text: "threshold by density evolution",
  dash: "longdash",
  knownFor:
    "codes over GF(2) that send each bit, without variables of degree 1, over BPSK and QPSK with AWGN and over the binary symmetric and erasure channels; of other codes by `ldpc code threshold`",
  curve: (run) => verticalLine(thresholdOf(run), run),
};

function thresholdOf({ kind, size, ensemble }: LimitedCode): number | undefined {
  const channel = kind.erases ? "bec" : kind.name === "bsc" ? "bsc" : kind.bitSigma === undefined ? undefined : "awgn";
  const degrees = channel && ensemble();
  if (channel === undefined || degrees === undefined || edgeTypes(degrees).length > 1) return undefined;
  const key = JSON.stringify([channel, degrees.variables, degrees.checks]);
  const value = KNOWN.get(key, () => {
    const evolution = { iterations: ITERATIONS_MAXIMUM, target: EVOLUTION.target };
    const at = thresholdChannels[channel];
    // Over erasures an evolution takes no time.
    const resolution = channel === "bec" ? 1e-6 : EVOLUTION.resolution;
    return thresholdOver(at, degrees, (x) => at.evolve(degrees, x, evolution), resolution);
  });
  return channel === "awgn" ? valueOfSigma(kind, size, 1 / Math.sqrt(value)) : value;
}

/** Thresholds by the degrees of nodes: runs often share a code, and density evolution takes seconds. */
const KNOWN = new Recent<string, number>(256);

/** The BER of bits sent without a code. */
const uncoded: Limit = {
  of: "channel",
  text: "BER without a code",
  dash: "dashdot",
  knownFor:
    "the binary symmetric channel, and over AWGN and Rayleigh fading for BPSK, PAM, QAM, PSK, and own points at equal angles or on all crossings of a grid",
  curve({ family, range: [first, last] }) {
    const berOf = uncodedBer(family);
    return berOf && curveBetween(first, last, berOf);
  },
};

/** BER of bits sent without a code, by the channel's parameter: at the same energy per bit where it is Eb/N0. */
function uncodedBer(family: ChannelFamily): ((x: number) => number) | undefined {
  const { sigma, name } = channelKind(family);
  if (name === "bsc") return (x) => x;
  const modulation = family.modulation === undefined ? modulations.bpsk : modulationOf(family.modulation);
  if (sigma === undefined || !hasUncodedRates(modulation)) return undefined;
  const fading = family.modulation?.fading === undefined ? "awgn" : "rayleigh";
  return (x) => uncodedRates(modulation, 1 / (2 * sigma(x, { rate: () => 1 }) ** 2), fading).ber;
}

const BY_NAME = {
  capacity,
  threshold,
  "normal-approximation": normalApproximation,
  achievable: ferBound("achievable", "FER that some code reaches", "longdashdot"),
  converse: ferBound("converse", "FER that no code is below", "sparse"),
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
