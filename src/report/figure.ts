import { type ChannelKind, pointText } from "../channel/channel-kind.ts";
import { channelFamily, channelKind, channels } from "../channel/channels.ts";
import { InputError } from "../errors.ts";
import { largest, smallest } from "../extremes.ts";
import {
  type Axis,
  type Curve,
  type Entry,
  escapeMarkup,
  type Figure,
  type FigureStyle,
  type LegendPlace,
  type Line,
  type Marker,
  type MarkerSymbol,
  rangeAround,
} from "./chart.ts";
import { counted, formatInterval, formatRate } from "./format.ts";
import { limits as knownLimits, LIMIT_NAMES, type LimitName, type LimitSeries, limitSeries } from "./limits.ts";
import { onOneAxis, type Rate, type RunPoints, type Series, seriesOfRuns, seriesOfSchemes } from "./series.ts";
import {
  FIGURE_STYLES,
  INK,
  LIMIT_COLOUR,
  PAPER,
  RATE_NAMES,
  RATE_STYLES,
  type RateName,
  REFERENCE_SYMBOLS,
  RUN_SYMBOLS,
  type StyleName,
} from "./style.ts";

/** How 95 % intervals are drawn: as error bars, as a band along the curve, or not at all. */
export const INTERVALS = ["bars", "band", "none"] as const;
type Intervals = (typeof INTERVALS)[number];

export const AXES_OF_X = ["channel", "mcs"] as const;
type Over = (typeof AXES_OF_X)[number];

/** First and last value of the axes, where the user has chosen them; both rates are above 0. */
interface AxisLimits {
  readonly x?: readonly [number, number];
  readonly y?: readonly [number, number];
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
  readonly legend?: LegendPlace;
  /** The axis of x: the channel's parameter, or the index of 5G's modulation and coding scheme. */
  readonly over?: Over;
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
 * Error rates over the channel's parameter on a power-of-ten axis. Each run has a colour and a marker (published curves have greys).
 * FER is solid with filled markers, SER dashed and BER dash-dotted with open markers, and the lower bound of maximum-likelihood
 * decoding dotted. Limits are grey. A point without errors is the curve's marker at its upper bound, with an arrow down and off the line; an
 * unfinished point has a ring.
 * @throws InputError if the curves do not share the channel's parameter, the axis (`onOneAxis`).
 */
export function ferFigure(
  curves: readonly Series[],
  text: Pick<Figure, "title" | "subtitle">,
  options: FigureOptions = {},
): Figure {
  const { intervals, style: styleName, limits = {}, beside, hide = [], legend } = { ...FIGURE_DEFAULTS, ...options };
  const series = options.show === undefined ? curves.map(withoutFarBound) : curves;
  const asked = (options.show ?? shownOf(series)).filter((rate) => !hide.includes(rate));
  const show = RATE_NAMES.filter((rate) => asked.includes(rate));
  const runs = series.filter(({ kind }) => kind === "run");
  const wanted = (beside ?? BESIDE).filter((limit) => !hide.includes(limit));
  const behind = limitSeries(beside === undefined ? runs.filter(hasCodeAtHand) : runs, wanted, show);
  const absent = (beside ?? []).filter((name) => wanted.includes(name) && !behind.some(({ limit }) => limit === name));
  if (absent.length > 0) options.onAbsent?.(absent);
  const onAxis = onOneAxis([...series, ...behind]);
  const drawn = onAxis.slice(0, series.length);
  const lines = behind.map((curve, i) => ({ ...curve, ...onAxis[series.length + i] }));
  const style = FIGURE_STYLES[styleName];
  const looks = looksOf(drawn, style);
  const several = drawn.length > 1;
  const data = [
    ...drawn.flatMap((curve, i) =>
      show.flatMap((rate) =>
        rateCurves(curve, rate, looks[i], style, intervals).map((one) => (several ? { ...one, entry: i } : one)),
      ),
    ),
    ...lines.map((curve) => limitCurve(curve, style)),
  ];
  const entries = several ? drawn.map((curve, i) => curveEntry(curve, show, looks[i], style)) : [];
  const key = [...keyOf(drawn, show, style, intervals), ...limitKey(lines, style)];
  const axes = axesOf(drawn, data, show, limits);
  return { ...text, panels: [{ ...axes, curves: data, entries, key }], style, ...(legend && { legend }) };
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
  if (series.some(({ over }) => over !== undefined)) return ["bler"];
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
 * @throws InputError if the runs do not share an axis, or the number of labels is not that of the curves; as `seriesOfSchemes`.
 */
export function figureOfRuns(
  runs: readonly RunPoints[],
  references: readonly Series[],
  options: FigureOptions = {},
): TitledFigure {
  const { over = "channel" } = options;
  if (over === "mcs" && references.length > 0)
    throw new InputError("published curves are over the channel's parameter: leave --reference or --over mcs out");
  const { series, common } = over === "mcs" ? seriesOfSchemes(runs) : seriesOfRuns(runs);
  const { title: wanted, labels = [], style = FIGURE_DEFAULTS.style } = options;
  const [title = "Error rates", ...rest] = wanted === undefined ? common : [wanted, ...common];
  // Beside a published curve a single run needs a name too.
  const named = series.map((curve) =>
    curve.name === "" && references.length > 0 ? { ...curve, name: "this run" } : curve,
  );
  const curves = withLabels([...named, ...references], labels);
  const isBare = FIGURE_STYLES[style].isUntitled;
  const text = isBare ? { title: wanted ?? "" } : { title, ...(rest.length > 0 && { subtitle: rest.join(", ") }) };
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

interface CurveLook {
  readonly colour: string;
  readonly symbolOf: (rate: RateName) => MarkerSymbol;
}

/**
 * Colours and markers, in order of runs and of published curves: as many pairs differ as there are colours times markers. The markers of a
 * run alone differ by rate.
 */
function looksOf(series: readonly Series[], { runColours, referenceColours }: FigureStyle): CurveLook[] {
  const isAlone = isOneRun(series);
  return series.map(({ kind }, at) => {
    const i = series.slice(0, at).filter((other) => other.kind === kind).length;
    const isRun = kind === "run";
    const [colours, symbols] = isRun ? [runColours, RUN_SYMBOLS] : [referenceColours, REFERENCE_SYMBOLS];
    const isOfColours = colours.length >= symbols.length;
    const round = Math.floor(i / (isOfColours ? colours : symbols).length);
    const [colour, symbol] = isOfColours ? [i, i + round] : [round, i];
    const own = symbols[symbol % symbols.length];
    const symbolOf = (rate: RateName) => (isRun && isAlone ? RATE_STYLES[rate].symbol : own);
    return { colour: colours[colour % colours.length], symbolOf };
  });
}

function isOneRun(series: readonly Series[]): boolean {
  return series.filter(({ kind }) => kind === "run").length === 1;
}

function lineOf({ kind }: Pick<Series, "kind">, rate: RateName, colour: string, { lineWidth }: FigureStyle): Line {
  return { colour, width: (kind === "reference" ? 0.75 : 1) * lineWidth, dash: RATE_STYLES[rate].dash };
}

function markerOf({ kind }: Pick<Series, "kind">, rate: RateName, look: CurveLook, style: FigureStyle): Marker {
  const isRun = kind === "run";
  const fill = isRun && RATE_STYLES[rate].isOpen ? PAPER : look.colour;
  return {
    symbol: look.symbolOf(rate),
    size: style.markerSize,
    fill,
    stroke: look.colour,
    strokeWidth: 0.75 * style.lineWidth,
  };
}

/** The ring around the marker of an unfinished point. */
function ring(colour: string, { markerSize, lineWidth }: FigureStyle): Marker {
  return { symbol: "circle", size: 2 * markerSize, fill: "none", stroke: colour, strokeWidth: 0.6 * lineWidth };
}

/** The measured rates of a curve, the upper bounds of its points without errors, and rings around its unfinished points. */
function rateCurves(curve: Series, rate: RateName, look: CurveLook, style: FigureStyle, intervals: Intervals): Curve[] {
  const points = curve.points.flatMap((point) => {
    const measured = point[rate];
    if (!measured) return [];
    const isUnfinished = point.isUnfinished === true;
    const { value, interval } = measured;
    // A point without errors stands at its upper bound.
    const y = value > 0 ? value : interval?.[1];
    const at = [point.x, y, ...(interval ?? [])] as Curve["points"][number];
    return [{ ...measured, at, y, text: pointedText(curve, point.x, rate, measured, isUnfinished), isUnfinished }];
  });
  const curveOf = (some: typeof points, look: Omit<Curve, "points">): Curve[] =>
    some.length === 0 ? [] : [{ points: some.map(({ at }) => at), texts: some.map(({ text }) => text), ...look }];
  const seen = points.filter(({ value }) => value > 0);
  // Points of few errors scatter by their own intervals: a line through them would show the scatter alone.
  const joined = seen.filter(({ isRare }) => isRare !== true);
  const line = lineOf(curve, rate, look.colour, style);
  const marker = markerOf(curve, rate, look, style);
  const as = intervals === "band" && joined.length > 1 && joined.every(({ interval }) => interval) ? "band" : "bars";
  const drawn = { as, colour: look.colour } as const;
  const isWhole = joined.length === seen.length;
  const lineAlone = !isWhole && joined.length > 1 ? [{ points: joined.map(({ at }) => at), line }] : [];
  const { boundScale, isOpen } = RATE_STYLES[rate];
  const bound = { ...marker, size: boundScale * style.markerSize, isLimit: true, ...(isOpen && { fill: "none" }) };
  return [
    ...(as === "band" ? [{ points: joined.map(({ at }) => at), intervals: drawn }] : []),
    ...lineAlone,
    ...curveOf(seen, {
      ...(isWhole && { line }),
      marker,
      ...(intervals !== "none" && as === "bars" && { intervals: drawn }),
    }),
    ...curveOf(
      points.filter(({ value, y }) => value === 0 && y !== undefined),
      { marker: bound },
    ),
    ...curveOf(
      points.filter(({ isUnfinished, y }) => isUnfinished && y !== undefined),
      { marker: ring(look.colour, style) },
    ),
  ];
}

const RATE_TEXT: Readonly<Record<RateName, string>> = {
  fer: "FER",
  bler: "BLER",
  ser: "SER",
  ber: "BER",
  undetected: "undetected frames",
  ml: "FER of maximum likelihood ≥",
};

/** What a page says of a point under the pointer. */
function pointedText(
  { name, parameter, over }: Series,
  x: number,
  rate: RateName,
  { value, interval, counted }: Rate,
  isUnfinished: boolean,
): string {
  const kind: ChannelKind = channels[parameter];
  const text = RATE_TEXT[rate];
  const measured =
    value > 0
      ? `${text} ${formatRate(value)}${interval ? `, 95 % in ${formatInterval(...interval)}` : ""}`
      : `${text} below ${formatRate(interval?.[1] ?? 1)} (95 % interval, no error seen)`;
  const place = over === undefined ? pointText(kind, x, kind.markup) : over.text(x);
  const lines = [name && `<b>${escapeMarkup(name)}</b>`, place, measured, counted];
  return [...lines, isUnfinished ? "unfinished" : ""].filter(Boolean).join("<br>");
}

/** A curve in the legend, with line and marker of the first rate that it has. */
function curveEntry(curve: Series, show: readonly RateName[], look: CurveLook, style: FigureStyle): Entry {
  const rate = show.find((name) => curve.points.some((point) => point[name])) ?? show[0];
  const line = lineOf(curve, rate, look.colour, style);
  return { name: escapeMarkup(curve.name), line, marker: markerOf(curve, rate, look, style) };
}

/** Explains lines and markers. */
function keyOf(
  series: readonly Series[],
  show: readonly RateName[],
  style: FigureStyle,
  intervals: Intervals,
): Entry[] {
  const points = series.flatMap((curve) => curve.points);
  const measured = points.flatMap((point) => show.flatMap((rate) => (point[rate] ? [{ rate, ...point[rate] }] : [])));
  const rates = show.filter((wanted) => measured.some(({ rate }) => rate === wanted));
  const isAlone = isOneRun(series);
  const look = { colour: INK, symbolOf: (rate: RateName) => (isAlone ? RATE_STYLES[rate].symbol : RUN_SYMBOLS[0]) };
  const mark = (rate: RateName) => markerOf({ kind: "run" }, rate, look, style);
  const grey = "#d9d9d9";
  return [
    // The axis names the rate if one alone is shown.
    ...(show.length === 1 && show[0] !== "ml" ? [] : rates).map((rate) => ({
      name: RATE_TEXT[rate],
      line: lineOf({ kind: "run" }, rate, INK, style),
      marker: mark(rate),
    })),
    ...(intervals === "band" && measured.some(({ interval }) => interval)
      ? [{ name: "95 % interval", line: { colour: grey, width: 1.5 * style.markerSize, dash: "solid" as const } }]
      : []),
    ...(measured.some(({ value }) => value === 0)
      ? [{ name: "95 % upper bound", marker: { ...mark("fer"), isLimit: true } }]
      : []),
    ...(points.some(({ isUnfinished }) => isUnfinished)
      ? [{ name: "point is unfinished", marker: ring(INK, style) }]
      : []),
  ];
}

function limitCurve({ limit, name, points }: LimitSeries, style: FigureStyle): Curve {
  const text = escapeMarkup(`${knownLimits[limit].text}, ${name}`);
  return {
    points: points.map(({ x, fer }) => [x, fer!.value] as const),
    texts: points.map(() => text),
    line: limitLine(limit, LIMIT_COLOUR, style),
  };
}

function limitKey(curves: readonly LimitSeries[], style: FigureStyle): Entry[] {
  const drawn = LIMIT_NAMES.filter((name) => curves.some(({ limit }) => limit === name));
  return drawn.map((name) => ({ name: escapeMarkup(knownLimits[name].text), line: limitLine(name, INK, style) }));
}

function limitLine(limit: LimitName, colour: string, { lineWidth }: FigureStyle): Line {
  return { colour, width: 0.75 * lineWidth, dash: knownLimits[limit].dash };
}

/** The title of the axis of rates, which names the rate if there is one alone. */
const RATE_AXES: Readonly<Record<RateName, string>> = {
  fer: "frame error rate",
  bler: "block error rate",
  ser: "symbol error rate",
  ber: "bit error rate",
  undetected: "rate of undetected frames",
  ml: "frame error rate",
};

function axesOf(
  series: readonly Series[],
  curves: readonly Curve[],
  show: readonly RateName[],
  limits: AxisLimits,
): { readonly x: Axis; readonly y: Axis } {
  // The definition of an SNR for BPSK is false for other points.
  const sent = series.find(({ modulation }) => modulation !== undefined) ?? series[0];
  const { axis } = sent?.over ?? channelKind(channelFamily(sent?.parameter ?? "ebn0", sent?.modulation));
  const names = new Set(show.map((rate) => RATE_AXES[rate]));
  const title = names.size === 1 ? [...names][0] : "error rate";
  const xs = curves.flatMap(({ points }) => points.map(([x]) => x));
  return {
    x: { title: axis, scale: "linear", range: limits.x ?? rangeAround(xs) },
    y: { title, scale: "log", range: limits.y ?? rateRange(curves) },
  };
}

/**
 * The range of rates: around all values, but at most one and a half decades for the lower ends of intervals alone (the interval of a single
 * error reaches 1.6 decades down), and at least one decade in all.
 */
function rateRange(curves: readonly Curve[]): [number, number] {
  const values = curves.flatMap(({ points }) => points.map(([, y]) => y));
  if (values.length === 0) return [0.1, 1];
  const isDrawn = ({ intervals }: Curve) => intervals !== undefined;
  const ends = curves.filter(isDrawn).flatMap(({ points }) => points.map(([, y, low = y]) => low));
  const lowest = Math.log10(smallest(values));
  const low = Math.max(lowest - 1.5, Math.min(lowest, Math.log10(smallest(ends.filter((end) => end > 0)))));
  const high = Math.ceil(Math.log10(largest(values)));
  // Rounded, since the last bits of powers differ between versions of V8.
  return [Math.min(low, high - 1) - 0.15, high + 0.08].map((end) => Number((10 ** end).toPrecision(6))) as [
    number,
    number,
  ];
}
