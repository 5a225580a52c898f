import { InputError } from "../errors.ts";
import { counted } from "./format.ts";
import { type AxisLimits, type FigureText, figureLayout, type Layout } from "./layout.ts";
import { limitTraces } from "./limits/limit-traces.ts";
import { type LimitName, limitSeries } from "./limits/limits.ts";
import { onOneAxis } from "./one-axis.ts";
import { type RunPoints, type Series, seriesOfRuns } from "./series.ts";
import { FIGURE_STYLES, type RateName, type StyleName } from "./style.ts";
import { figureTraces, type Intervals, type Trace } from "./traces.ts";

/**
 * The input of Plotly: `Plotly.newPlot(element, data, layout)`. It is plain data, so that it can be stored and
 * compared.
 */
export interface Figure {
  readonly data: readonly Trace[];
  readonly layout: Layout;
}

/** Contents and style of a figure. `FIGURE_DEFAULTS` has the defaults. */
export interface FigureOptions {
  /** In the place of the default, where SER is BER if all runs are of binary codes. */
  readonly show?: readonly RateName[];
  /** Rates and limits to leave out of `show`, `beside` or their defaults. */
  readonly hide?: readonly (RateName | LimitName)[];
  /** Limits to draw beside the runs. If left out: the limits of `BESIDE`, for runs whose code is at hand. */
  readonly beside?: readonly LimitName[];
  /** Called with the limits of `beside` that no run has, unless each has a run. */
  readonly onAbsent?: (limits: readonly LimitName[]) => void;
  readonly intervals?: Intervals;
  readonly style?: StyleName;
  readonly limits?: AxisLimits;
  /** In the place of the first common property, usually the code. */
  readonly title?: string;
  /** Names of the curves, runs before published curves, in the place of their own. */
  readonly labels?: readonly string[];
}

/** The error rates that a figure shows by default, `ml` for runs that reprocess failed frames. */
export const SHOWN: readonly RateName[] = ["fer", "ser", "ml"];
/** The limits that a figure shows by default. */
export const BESIDE: readonly LimitName[] = ["capacity", "normal-approximation"];

export const FIGURE_DEFAULTS = { intervals: "bars", style: "screen" } as const;

/**
 * Error rates over the channel's parameter on a power-of-ten axis. Each run has a colour (published curves have greys).
 * FER is solid with filled markers, SER dashed and BER dash-dotted with open markers, and the lower bound of maximum-likelihood
 * decoding dotted. Limits are grey. A point without errors is a triangle at its upper bound, off the line; an unfinished point has a ring.
 * @throws InputError if the curves do not share the channel's parameter, the axis (`onOneAxis`).
 */
export function ferFigure(curves: readonly Series[], text: FigureText, options: FigureOptions = {}): Figure {
  const { intervals, style, limits = {}, beside, hide = [] } = { ...FIGURE_DEFAULTS, ...options };
  const series = options.show === undefined ? curves.map(withoutFarBound) : curves;
  const show = (options.show ?? shownOf(series)).filter((rate) => !hide.includes(rate));
  const runs = series.filter(({ kind }) => kind === "run");
  const wanted = (beside ?? BESIDE).filter((limit) => !hide.includes(limit));
  const behind = limitSeries(beside === undefined ? runs.filter(hasCodeAtHand) : runs, wanted, show);
  const absent = (beside ?? []).filter((name) => wanted.includes(name) && !behind.some(({ limit }) => limit === name));
  if (absent.length > 0) options.onAbsent?.(absent);
  const onAxis = onOneAxis([...series, ...behind]);
  const drawn = onAxis.slice(0, series.length);
  const lines = behind.map((curve, i) => ({ ...curve, ...onAxis[series.length + i] }));
  const look = FIGURE_STYLES[style];
  const data = [...figureTraces(drawn, { show, intervals, style: look }), ...limitTraces(lines, look)];
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x));
  return { data, layout: figureLayout(drawn, data, text, { limits, show, style: look, xs }) };
}

/** Without the lower bound of maximum likelihood where the decoder is far from it, and the bound says little. */
function withoutFarBound(curve: Series): Series {
  if (curve.kind !== "run" || curve.isReprocessed !== false) return curve;
  return { ...curve, points: curve.points.map(({ ml: _, ...point }) => point) };
}

/** A run without its folder, or whose folder does not have its code, has no limits by default. */
function hasCodeAtHand({ codeSize }: Series): boolean {
  try {
    return codeSize?.() !== undefined;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** The default rates: the SER of a binary code is its BER, which has this name unless a published curve calls it SER. */
function shownOf(series: readonly Series[]): readonly RateName[] {
  const hasPublished = series.some(({ kind, points }) => kind !== "run" && points.some(({ ser }) => ser !== undefined));
  const points = series.flatMap((curve) => (curve.kind === "run" ? curve.points : []));
  const isBinary =
    points.some(({ ser }) => ser !== undefined) && points.every(({ ser, ber }) => ser?.value === ber?.value);
  return isBinary && !hasPublished ? SHOWN.map((rate) => (rate === "ser" ? "ber" : rate)) : SHOWN;
}

/** A figure with its title as plain text. */
export interface TitledFigure {
  readonly figure: Figure;
  readonly title: string;
}

/**
 * The figure of runs and published curves. Properties common to all runs stand in title and subtitle; properties that
 * differ identify the runs in the legend.
 * @throws InputError if the runs do not share an axis, or the number of labels is not that of the curves.
 */
export function figureOfRuns(
  runs: readonly RunPoints[],
  references: readonly Series[],
  options: FigureOptions = {},
): TitledFigure {
  const { series, common } = seriesOfRuns(runs);
  const { title: wanted, labels = [], style = FIGURE_DEFAULTS.style } = options;
  const [title = "Error rates", ...rest] = wanted === undefined ? common : [wanted, ...common];
  // Beside a published curve a single run needs a name too.
  const named = series.map((curve) =>
    curve.name === "" && references.length > 0 ? { ...curve, name: "this run" } : curve,
  );
  const curves = withLabels([...named, ...references], labels);
  const isBare = FIGURE_STYLES[style].isUntitled;
  const text = isBare ? { title: wanted ?? "" } : { title, subtitle: rest.join(", ") };
  return { figure: ferFigure(curves, text, options), title };
}

function withLabels(curves: readonly Series[], labels: readonly string[]): readonly Series[] {
  if (labels.length === 0) return curves;
  if (labels.length !== curves.length) {
    const names = curves.map(({ name }, i) => `${i + 1}. ${name || "the run"}`).join("; ");
    throw new InputError(
      `--label is given ${counted(labels.length, "time")} for ${counted(curves.length, "curve")}: give one for each, in this order: ${names}`,
    );
  }
  return curves.map((curve, i) => ({ ...curve, name: labels[i] }));
}
