import { channelFamily, channelKind } from "../channel/channels.ts";
import { largest, smallest } from "../extremes.ts";
import type { Series } from "./series.ts";
import {
  FIGURE_STYLES,
  type FigureStyle,
  FONT,
  FONT_SIZE,
  GRID,
  INK,
  MINOR_GRID,
  PAPER,
  type RateName,
} from "./style.ts";
import { escapeMarkup, type Trace } from "./traces.ts";

/** Plotly's layout: plain data. */
export type Layout = Readonly<Record<string, unknown>>;

/** Title and subtitle of a figure, as plain text. */
export interface FigureText {
  readonly title: string;
  readonly subtitle?: string;
}

/** First and last value of the axes, where the user has chosen them; both rates are above 0. */
export interface AxisLimits {
  readonly x?: readonly [number, number];
  readonly y?: readonly [number, number];
}

/** Contents and style of a layout. */
export interface LayoutOptions {
  readonly limits: AxisLimits;
  readonly show: readonly RateName[];
  readonly style: FigureStyle;
  /** Further values on the axis of the channel's parameter. */
  readonly xs?: readonly number[];
}

/** The title of the axis of rates, which names the rate if there is one alone. */
const RATE_AXES: Readonly<Record<RateName, string>> = {
  fer: "frame error rate",
  ser: "symbol error rate",
  ber: "bit error rate",
  undetected: "rate of undetected frames",
  ml: "frame error rate",
};

/**
 * Title at the left, axes with a grid per decade, legend of the curves below, key of lines and markers inside, near the
 * low end of the curves.
 */
export function figureLayout(
  series: readonly Series[],
  traces: readonly Trace[],
  { title, subtitle }: FigureText,
  { limits, show, style, xs: more = [] }: LayoutOptions,
): Layout {
  const xs = [...series.flatMap(({ points }) => points.map(({ x }) => x)), ...more];
  const yRange = limits.y === undefined ? logRange(traces) : exponents(limits.y);
  // The definition of an SNR for BPSK is false for other points.
  const sent = series.find(({ modulation }) => modulation !== undefined) ?? series[0];
  const { axis: axisText, better } = channelKind(channelFamily(sent?.parameter ?? "ebn0", sent?.modulation));
  const legendLines = series.length > 1 ? series.length : 0;
  const names = new Set(show.map((rate) => RATE_AXES[rate]));
  return {
    ...frame({ title, subtitle }, legendLines, style),
    xaxis: {
      ...axis(axisText),
      range: limits.x ?? padded(xs),
      minor: { showgrid: true, gridcolor: MINOR_GRID },
    },
    yaxis: {
      ...axis(names.size === 1 ? [...names][0] : "error rate"),
      type: "log",
      range: yRange,
      ...decadeTicks(yRange),
      minor: { dtick: "D1", showgrid: true, gridcolor: MINOR_GRID, ticks: "outside", ticklen: 3 },
    },
    legend2: {
      orientation: "v",
      ...(better === "larger" ? { x: 0.99, xanchor: "right" } : { x: 0.01, xanchor: "left" }),
      y: 0.985,
      yanchor: "top",
      bgcolor: "rgba(255,255,255,0.85)",
      bordercolor: GRID,
      borderwidth: 1,
      itemclick: false,
      itemdoubleclick: false,
    },
  };
}

/** The common layout of all figures: title, fonts, paper, and the legend below the axes. */
export function frame(
  { title, subtitle }: FigureText,
  legendLines: number,
  { fontSize, titleSize }: FigureStyle = FIGURE_STYLES.screen,
): Layout {
  const scale = fontSize / FONT_SIZE;
  const px = (length: number) => Math.round(scale * length);
  return {
    title: {
      text: titleMarkup(title, subtitle, fontSize),
      font: { size: titleSize },
      x: 0,
      xref: "paper",
      xanchor: "left",
      y: 1,
      yref: "paper",
      yanchor: "bottom",
      // Measured to the first line; the subtitle is the second.
      pad: { b: px(subtitle ? 38 : 14) },
    },
    font: { family: FONT, size: fontSize, color: INK },
    paper_bgcolor: PAPER,
    plot_bgcolor: PAPER,
    margin: {
      l: px(84),
      r: px(28),
      t: px(title === "" ? 12 : subtitle ? 84 : 60),
      b: px(legendLines > 0 ? 58 + 22 * legendLines : 66),
    },
    hoverlabel: { bgcolor: PAPER, bordercolor: GRID, font: { color: INK } },
    legend: {
      orientation: "v",
      x: 0,
      xanchor: "left",
      y: 0,
      yref: "container",
      yanchor: "bottom",
      groupclick: "togglegroup",
      tracegroupgap: 0,
    },
  };
}

/** Title in bold, and subtitle, as `fitFigure` takes them apart again. */
function titleMarkup(title: string, subtitle: string | undefined, fontSize: number): string {
  if (title === "") return "";
  const bold = `<b>${escapeMarkup(title)}</b>`;
  return subtitle ? `${bold}<br>${subtitleMarkup(escapeMarkup(subtitle), fontSize)}` : bold;
}

/** A line of a subtitle. @param markup its text, escaped. */
export function subtitleMarkup(markup: string, fontSize: number): string {
  return `<span style="font-size:${fontSize}px;color:${SUBTITLE_COLOUR}">${markup}</span>`;
}

export const SUBTITLE_COLOUR = "#555555";

/** An axis with grid and frame. */
export function axis(title: string): Layout {
  return {
    title: { text: title, standoff: 12 },
    gridcolor: GRID,
    zeroline: false,
    showline: true,
    mirror: true,
    linecolor: INK,
    ticks: "outside",
  };
}

/** Range with space for the markers of the outermost points. */
function padded(xs: readonly number[]): [number, number] {
  if (xs.length === 0) return [0, 1];
  const low = smallest(xs);
  const high = largest(xs);
  const room = high > low ? (high - low) * 0.05 : 0.5;
  return [low - room, high + room];
}

/**
 * The axis' ends as powers of ten: around all values, but at most one and a half decades for the lower ends of error
 * bars alone (the error bar of a single error reaches 1.6 decades down), and at least one decade in all.
 */
function logRange(traces: readonly Trace[]): [number, number] {
  const values = traces.flatMap(({ y }) => y.filter((value) => value !== null));
  if (values.length === 0) return [-1, 0];
  const ends = traces.flatMap(({ y, error_y }) => lowerEnds(y, error_y as ErrorBars | undefined));
  const lowest = Math.log10(smallest(values));
  const low = Math.max(lowest - 1.5, Math.min(lowest, Math.log10(smallest(ends))));
  const high = Math.ceil(Math.log10(largest(values)));
  // Rounded, since the last bits of log10 differ between versions of V8.
  return [Math.min(low, high - 1) - 0.15, high + 0.08].map((end) => Number(end.toFixed(3))) as [number, number];
}

/** Powers of ten of both ends, rounded like the powers of `logRange`. */
function exponents([low, high]: readonly [number, number]): [number, number] {
  const exponent = (end: number) => Number(Math.log10(end).toFixed(3));
  return [exponent(low), exponent(high)];
}

/** A label at each power of ten, 10⁰ included (Plotly's own would be 1). */
function decadeTicks([low, high]: readonly [number, number]) {
  const exponents = Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, i) => Math.ceil(low) + i);
  return {
    // Not 10 ** exponent, whose last bit differs between versions of V8.
    tickvals: exponents.map((exponent) => Number(`1e${exponent}`)),
    ticktext: exponents.map((exponent) => `10<sup>${String(exponent).replace("-", "−")}</sup>`),
  };
}

interface ErrorBars {
  readonly arrayminus: readonly number[];
}

function lowerEnds(y: Trace["y"], bars: ErrorBars | undefined): number[] {
  if (bars === undefined) return [];
  return y.flatMap((value, i) => (value === null ? [] : [value - bars.arrayminus[i]])).filter((end) => end > 0);
}
