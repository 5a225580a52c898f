import { type ChannelKind, pointText } from "../channel/channel-kind.ts";
import { channels } from "../channel/channels.ts";
import { formatInterval, formatRate } from "./format.ts";
import type { Rate, Series } from "./series.ts";
import { BOUND_SYMBOL, type FigureStyle, INK, PAPER, RATE_NAMES, type RateName, UNFINISHED } from "./style.ts";

/** A curve in Plotly's terms: plain data. */
export type Trace = Readonly<Record<string, unknown>> & { readonly y: readonly (number | null)[] };

/** How 95 % intervals are drawn: as error bars, as a band along the curve, or not at all. */
export const INTERVALS = ["bars", "band", "none"] as const;
export type Intervals = (typeof INTERVALS)[number];

/** Which rates are drawn, and how. */
export interface TraceOptions {
  readonly show: readonly RateName[];
  readonly intervals: Intervals;
  readonly style: FigureStyle;
}

/**
 * The traces of the curves, in their order: FER before SER before BER before the bound of the FER, measured rates before bounds.
 * The traces of the key follow.
 */
export function figureTraces(series: readonly Series[], options: TraceOptions): Trace[] {
  const styles = new Styles(options.style);
  const rates = RATE_NAMES.filter((rate) => options.show.includes(rate));
  const curves = series.map((curve) => {
    const look = styles.next(curve.kind);
    return rates.flatMap((rate) => rateTraces(curve, rate, look, options));
  });
  // A curve has one entry in the legend: clicking it hides all its traces.
  const several = series.length > 1;
  const marked = curves.flatMap((traces, curve) => {
    const entry = traces.findIndex(({ fill }) => fill === undefined);
    return traces.map((trace, i) => ({ ...trace, legendgroup: `curve ${curve}`, showlegend: several && i === entry }));
  });
  return [...marked, ...keyTraces(series, rates, options)];
}

export const RATE_TEXT: Readonly<Record<RateName, string>> = {
  fer: "FER",
  ser: "SER",
  ber: "BER",
  undetected: "undetected frames",
  ml: "FER of maximum likelihood ≥",
};

interface CurveLook {
  readonly colour: string;
  /** Place of the curve's marker among the markers of its rate. */
  readonly symbol: number;
}

/** Assigns colours and markers: one list for runs, one for published curves. */
class Styles {
  private readonly used = { run: 0, reference: 0 };
  readonly #style: FigureStyle;

  constructor(style: FigureStyle) {
    this.#style = style;
  }

  next(kind: Series["kind"]): CurveLook {
    const { runColours, referenceColours, differsBy, rates } = this.#style;
    const palette = kind === "run" ? runColours : referenceColours;
    const symbols = kind === "run" ? rates.fer.symbols : rates.fer.referenceSymbols;
    const index = this.used[kind]++;
    const [first, second] = differsBy === "colour" ? [palette.length, 1] : [1, symbols.length];
    return { colour: palette[Math.floor(index / second) % palette.length], symbol: Math.floor(index / first) };
  }
}

interface DrawnPoint extends Rate {
  readonly x: number;
  readonly hover: string;
  readonly isUnfinished: boolean;
}

/** The trace of the measured rates, the trace of the upper bounds of points without errors, and marks of unfinished points. */
function rateTraces(curve: Series, rate: RateName, { colour, symbol }: CurveLook, options: TraceOptions): Trace[] {
  const { intervals, style } = options;
  const { dash, open, symbols, referenceSymbols, boundSymbol, boundScale } = style.rates[rate];
  const points = curve.points.flatMap((point): DrawnPoint[] => {
    const measured = point[rate];
    if (!measured) return [];
    const isUnfinished = point.isUnfinished === true;
    return [{ ...measured, x: point.x, hover: hoverText(curve, point.x, rate, measured, isUnfinished), isUnfinished }];
  });
  const seen = points.filter(({ value }) => value > 0);
  const unseen = points.filter(({ value }) => value === 0);
  const reference = curve.kind === "reference";
  const names = reference ? referenceSymbols : symbols;
  const marker = markerOf(names[symbol % names.length], colour, open && !reference, style);
  const line = { color: colour, width: (reference ? 0.75 : 1) * style.lineWidth, dash };
  const traces: Trace[] = [];
  const joined = seen.filter(({ isRare }) => isRare !== true);
  const isBand = intervals === "band" && joined.length > 1 && joined.every(({ interval }) => interval);
  if (isBand) traces.push(band(curve.name, joined, colour));
  if (seen.length > 0) {
    traces.push({
      ...base(curve.name, seen),
      mode: joined.length === seen.length ? "lines+markers" : "markers",
      y: seen.map(({ value }) => value),
      line,
      marker,
      ...(intervals !== "none" &&
        !isBand &&
        seen.some(({ interval }) => interval) && { error_y: errorBars(seen, colour) }),
    });
  }
  // Points of few errors scatter by their own intervals: a line through them would show the scatter alone.
  if (joined.length > 1 && joined.length < seen.length) {
    traces.push({ ...base(curve.name, joined), mode: "lines", y: joined.map(({ value }) => value), line });
  }
  if (unseen.length > 0) {
    traces.push({
      ...base(curve.name, unseen),
      mode: "markers",
      y: unseen.map(({ interval }) => interval?.[1] ?? null),
      marker: { ...markerOf(boundSymbol, colour, false, style), size: boundScale * style.markerSize },
    });
  }
  const unfinished = points.filter(({ isUnfinished }) => isUnfinished);
  if (unfinished.length > 0) {
    traces.push({
      ...base(curve.name, unfinished),
      mode: "markers",
      y: unfinished.map(({ value, interval }) => (value > 0 ? value : (interval?.[1] ?? null))),
      marker: ring(colour, style),
    });
  }
  return traces;
}

function base(name: string, points: readonly DrawnPoint[]) {
  return {
    type: "scatter",
    name: escapeMarkup(name),
    x: points.map(({ x }) => x),
    text: points.map(({ hover }) => hover),
    hovertemplate: "%{text}<extra></extra>",
  };
}

function markerOf(symbol: string, colour: string, open: boolean, { markerSize, lineWidth }: FigureStyle) {
  const line = { color: colour, width: 0.75 * lineWidth };
  return { color: open ? PAPER : colour, size: markerSize, symbol, line };
}

/** The ring around the marker of an unfinished point. */
function ring(colour: string, { markerSize, lineWidth }: FigureStyle) {
  const line = { color: colour, width: 0.6 * lineWidth };
  return { color: colour, size: UNFINISHED.scale * markerSize, symbol: UNFINISHED.symbol, line };
}

function errorBars(points: readonly DrawnPoint[], colour: string) {
  const bars = { type: "data", symmetric: false, color: colour, thickness: 1.2, width: 4 };
  return {
    ...bars,
    array: points.map(({ value, interval }) => (interval ? interval[1] - value : 0)),
    arrayminus: points.map(({ value, interval }) => (interval ? value - interval[0] : 0)),
  };
}

/** The area between the ends of the intervals: there along the upper ends, back along the lower ends. */
function band(name: string, points: readonly DrawnPoint[], colour: string): Trace {
  const back = points.toReversed();
  return {
    type: "scatter",
    name: escapeMarkup(name),
    mode: "lines",
    x: [...points, ...back].map(({ x }) => x),
    y: [
      ...points.map(({ interval, value }) => interval?.[1] ?? value),
      ...back.map(({ interval, value }) => interval?.[0] ?? value),
    ],
    line: { color: colour, width: 0 },
    fill: "toself",
    fillcolor: `${colour}2e`,
    hoverinfo: "skip",
  };
}

function hoverText(
  { name, parameter }: Series,
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
  const unfinished = isUnfinished ? "unfinished" : "";
  const lines = [
    name && `<b>${escapeMarkup(name)}</b>`,
    pointText(kind, x, kind.markup),
    measured,
    counted,
    unfinished,
  ];
  return lines.filter(Boolean).join("<br>");
}

/** Text for Plotly's labels, which take a few HTML tags: `<` from a file or option must not become one. */
export function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Entries without points that explain line and marker in the second legend. */
function keyTraces(series: readonly Series[], shown: readonly RateName[], { style, intervals }: TraceOptions): Trace[] {
  const points = series.flatMap((curve) => curve.points);
  const measured = points.flatMap((point) => shown.flatMap((rate) => (point[rate] ? [{ rate, ...point[rate] }] : [])));
  const entry = (name: string, drawn: object): Trace => ({
    type: "scatter",
    name,
    x: [null],
    y: [null],
    legend: "legend2",
    showlegend: true,
    hoverinfo: "skip",
    ...drawn,
  });
  const marks = (name: string, marker: object) => entry(name, { mode: "markers", marker });
  const key = shown
    .filter((wanted) => measured.some(({ rate }) => rate === wanted))
    .map((rate) => {
      const { dash, open, symbols } = style.rates[rate];
      const line = { color: INK, width: style.lineWidth, dash };
      return entry(RATE_TEXT[rate], { mode: "lines+markers", line, marker: markerOf(symbols[0], INK, open, style) });
    });
  if (intervals === "band" && measured.some(({ interval }) => interval)) {
    const marker = {
      color: "#d9d9d9",
      size: 1.5 * style.markerSize,
      symbol: "square",
      line: { color: "#d9d9d9", width: 0 },
    };
    key.push(marks("95 % interval", marker));
  }
  if (measured.some(({ value }) => value === 0))
    key.push(marks("no error seen: 95 % upper bound", markerOf(BOUND_SYMBOL, INK, false, style)));
  if (points.some(({ isUnfinished }) => isUnfinished)) key.push(marks("point is unfinished", ring(INK, style)));
  return key;
}
