import { type ChannelKind, pointText } from "../channel/channel-kind.ts";
import { channels } from "../channel/channels.ts";
import { formatInterval, formatRate } from "./format.ts";
import type { Rate, Series } from "./series.ts";
import { BOUND_SYMBOL, INK, PAPER, RATE_STYLES, type RateName, REFERENCE_COLOURS, RUN_COLOURS } from "./style.ts";

/** A curve in Plotly's terms: plain data. */
export type Trace = Readonly<Record<string, unknown>> & { readonly y: readonly (number | null)[] };

/**
 * The traces of the curves, in their order: FER before SER before the bound of the FER, measured rates before bounds.
 * The traces of the key follow.
 */
export function figureTraces(series: readonly Series[]): Trace[] {
  const styles = new Styles();
  const curves = series.map((curve) => {
    const style = styles.next(curve.kind);
    return RATES.flatMap((rate) => rateTraces(curve, rate, style));
  });
  // A curve has one entry in the legend: clicking it hides all its traces.
  const several = series.length > 1;
  const marked = curves.flatMap((traces, curve) =>
    traces.map((trace, i) => ({ ...trace, legendgroup: `curve ${curve}`, showlegend: several && i === 0 })),
  );
  return [...marked, ...keyTraces(series)];
}

const RATES = ["fer", "ser", "ml"] as const satisfies readonly RateName[];
const RATE_TEXT = { fer: "FER", ser: "SER", ml: "FER of maximum likelihood ≥" } as const;

interface CurveStyle {
  readonly colour: string;
  /** Number of rounds through the colours before this curve. */
  readonly round: number;
}

/** Assigns colours: one list for runs, one for published curves. */
class Styles {
  private readonly used = { run: 0, reference: 0 };

  next(kind: Series["kind"]): CurveStyle {
    const palette = kind === "run" ? RUN_COLOURS : REFERENCE_COLOURS;
    const index = this.used[kind]++;
    return { colour: palette[index % palette.length], round: Math.floor(index / palette.length) };
  }
}

interface DrawnPoint extends Rate {
  readonly x: number;
  readonly hover: string;
}

/** The trace of the measured rates, and the trace of the upper bounds of points without errors. */
function rateTraces(curve: Series, rate: RateName, { colour, round }: CurveStyle): Trace[] {
  const style = RATE_STYLES[rate];
  const points = curve.points.flatMap((point): DrawnPoint[] => {
    const measured = point[rate];
    return measured ? [{ ...measured, x: point.x, hover: hoverText(curve, point.x, rate, measured) }] : [];
  });
  const seen = points.filter(({ value }) => value > 0);
  const unseen = points.filter(({ value }) => value === 0);
  const reference = curve.kind === "reference";
  const symbols = reference ? style.referenceSymbols : style.symbols;
  const marker = markerOf(symbols[round % symbols.length], colour, style.open && !reference);
  const traces: Trace[] = [];
  if (seen.length > 0) {
    traces.push({
      ...base(curve.name, seen),
      mode: "lines+markers",
      y: seen.map(({ value }) => value),
      line: { color: colour, width: reference ? 1.5 : 2, dash: style.dash },
      marker,
      ...(seen.some(({ interval }) => interval) && { error_y: errorBars(seen, colour) }),
    });
  }
  if (unseen.length > 0) {
    traces.push({
      ...base(curve.name, unseen),
      mode: "markers",
      y: unseen.map(({ interval }) => interval?.[1] ?? null),
      marker: { ...markerOf(style.boundSymbol, colour, false), size: style.boundSize },
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

function markerOf(symbol: string, colour: string, open: boolean) {
  return { color: open ? PAPER : colour, size: 8, symbol, line: { color: colour, width: 1.5 } };
}

function errorBars(points: readonly DrawnPoint[], colour: string) {
  const bars = { type: "data", symmetric: false, color: colour, thickness: 1.2, width: 4 };
  return {
    ...bars,
    array: points.map(({ value, interval }) => (interval ? interval[1] - value : 0)),
    arrayminus: points.map(({ value, interval }) => (interval ? value - interval[0] : 0)),
  };
}

function hoverText({ name, parameter }: Series, x: number, rate: RateName, { value, interval, counted }: Rate): string {
  const kind: ChannelKind = channels[parameter];
  const text = RATE_TEXT[rate];
  const measured =
    value > 0
      ? `${text} ${formatRate(value)}${interval ? `, 95 % in ${formatInterval(...interval)}` : ""}`
      : `${text} below ${formatRate(interval?.[1] ?? 1)} (95 % interval, no error seen)`;
  const lines = [name && `<b>${escapeMarkup(name)}</b>`, pointText(kind, x, kind.markup), measured, counted];
  return lines.filter(Boolean).join("<br>");
}

/** Text for Plotly's labels, which take a few HTML tags: `<` from a file or option must not become one. */
export function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Entries without points that explain line and marker in the second legend. */
function keyTraces(series: readonly Series[]): Trace[] {
  const rates = series.flatMap(({ points }) =>
    points.flatMap((point) => RATES.map((rate) => [rate, point[rate]] as const)),
  );
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
  const drawn = RATES.filter((rate) => rates.some(([name, measured]) => name === rate && measured));
  const key = drawn.map((rate) => {
    const { dash, open, symbols } = RATE_STYLES[rate];
    return entry(RATE_TEXT[rate], {
      mode: "lines+markers",
      line: { color: INK, width: 2, dash },
      marker: markerOf(symbols[0], INK, open),
    });
  });
  const bounds = rates.some(([, measured]) => measured?.value === 0);
  if (bounds)
    key.push(entry("no error seen: 95 % upper bound", { mode: "markers", marker: markerOf(BOUND_SYMBOL, INK, false) }));
  return key;
}
