import { channels } from "../channel/channels.ts";
import { largest, smallest } from "../extremes.ts";
import type { Series } from "./series.ts";
import { FONT, GRID, INK, MINOR_GRID, PAPER } from "./style.ts";
import { escapeMarkup, type Trace } from "./traces.ts";

/** Plotly's layout: plain data. */
export type Layout = Readonly<Record<string, unknown>>;

/** Title and subtitle of a figure, as plain text. */
export interface FigureText {
  readonly title: string;
  readonly subtitle?: string;
}

/**
 * Title at the left, axes with a grid per decade, legend of the curves below, key of lines and markers inside, near the
 * low end of the curves.
 */
export function figureLayout(
  series: readonly Series[],
  traces: readonly Trace[],
  { title, subtitle }: FigureText,
): Layout {
  const xs = series.flatMap(({ points }) => points.map(({ x }) => x));
  const yRange = logRange(traces);
  const { axis: axisText, better } = channels[series[0]?.parameter ?? "ebn0"];
  const legendLines = series.length > 1 ? series.length : 0;
  return {
    ...frame({ title, subtitle }, legendLines),
    xaxis: {
      ...axis(axisText),
      range: padded(xs),
      minor: { showgrid: true, gridcolor: MINOR_GRID },
    },
    yaxis: {
      ...axis("error rate"),
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
export function frame({ title, subtitle }: FigureText, legendLines: number): Layout {
  return {
    title: {
      text: titleMarkup(title, subtitle),
      font: { size: 20 },
      x: 0,
      xref: "paper",
      xanchor: "left",
      y: 1,
      yref: "paper",
      yanchor: "bottom",
      // Measured to the first line; the subtitle is the second.
      pad: { b: subtitle ? 38 : 14 },
    },
    font: { family: FONT, size: 14, color: INK },
    paper_bgcolor: PAPER,
    plot_bgcolor: PAPER,
    margin: { l: 84, r: 28, t: subtitle ? 84 : 60, b: legendLines > 0 ? 58 + 22 * legendLines : 66 },
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

function titleMarkup(title: string, subtitle?: string): string {
  const bold = `<b>${escapeMarkup(title)}</b>`;
  if (!subtitle) return bold;
  return `${bold}<br><span style="font-size:14px;color:#555555">${escapeMarkup(subtitle)}</span>`;
}

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
