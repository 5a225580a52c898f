import type { Figure } from "./figure.ts";
import { formatNumber } from "./format.ts";
import { axis, type FigureText, frame } from "./layout.ts";
import { GRID, INK, MINOR_GRID, RUN_COLOURS } from "./style.ts";
import { escapeMarkup, type Trace } from "./traces.ts";

/** A curve through points, or points alone. */
export interface LineCurve {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Curves of one group have one colour; a curve without a group is a group of its own. */
  readonly group?: string;
  /** Draws points only, in the colour of text. Each point has a text for the pointer, and each such curve has its own marker. */
  readonly marks?: readonly string[];
}

/** Axes of a figure and the curves between them. */
export interface LinePanel {
  readonly curves: readonly LineCurve[];
  readonly x: string;
  readonly y: string;
  /** First and last value of the x axis, and of the y axis; fitted to the curves if left out. */
  readonly xRange?: readonly [number, number];
  readonly yRange?: readonly [number, number];
  /** "log": powers of ten at equal distances, for values above 0. Linear if left out. */
  readonly yScale?: "linear" | "log";
}

/** Line styles for curves beyond the number of colours. */
const DASHES = ["solid", "dash", "dot"] as const;
/** A label at every power of ten, thin lines between. */
const LOG_AXIS = {
  type: "log",
  dtick: 1,
  exponentformat: "power",
  minor: { dtick: "D1", showgrid: true, gridcolor: MINOR_GRID },
};
/** Markers of points without a line. */
const MARKERS = ["circle", "diamond", "square", "triangle-up", "cross", "star"] as const;
/** Share of the width between two panels. */
const GAP = 0.1;

/**
 * Curves on linear axes, or over a logarithmic axis: one panel with the legend below, or several panels in a row, each
 * with its legend in its upper right corner. The legend has a line per curve.
 */
export function lineFigure(panels: readonly LinePanel[], text: FigureText): Figure {
  const inside = panels.length > 1;
  const width = (1 - GAP * (panels.length - 1)) / panels.length;
  const axes = panels.flatMap(({ x, y, xRange, yRange, yScale = "linear" }, i) => {
    const first = i * (width + GAP);
    return [
      [
        axisName("x", i),
        {
          ...axis(x),
          domain: [first, first + width],
          anchor: `y${suffix(i)}`,
          ...(xRange === undefined ? {} : { range: xRange }),
        },
      ],
      [
        axisName("y", i),
        {
          ...axis(y),
          anchor: `x${suffix(i)}`,
          ...(yScale === "log" ? LOG_AXIS : {}),
          ...(yRange === undefined
            ? { rangemode: "tozero" }
            : { range: yScale === "log" ? yRange.map(Math.log10) : yRange }),
        },
      ],
      ...(inside ? [[`legend${suffix(i)}`, cornerLegend(first + width)]] : []),
    ];
  });
  const below = inside || panels[0].curves.length < 2 ? 0 : panels[0].curves.length;
  return { data: panels.flatMap(panelTraces), layout: { ...frame(text, below), ...Object.fromEntries(axes) } };
}

/** The legend of a panel with its right end at `right`. */
function cornerLegend(right: number) {
  return {
    x: right - 0.01,
    xanchor: "right",
    y: 0.98,
    yanchor: "top",
    bgcolor: "rgba(255,255,255,0.85)",
    bordercolor: GRID,
    borderwidth: 1,
  };
}

/** Colours of lines and markers of points begin anew in each panel, which has a legend of its own. */
function panelTraces({ curves }: LinePanel, panel: number): Trace[] {
  const [lines, marked] = [false, true].map((points) => curves.filter(({ marks }) => (marks !== undefined) === points));
  const groups = [...new Set(lines.map(({ name, group }) => group ?? name))];
  return curves.map((curve) => {
    if (curve.marks !== undefined) {
      return trace(curve, { colour: INK, symbol: MARKERS[marked.indexOf(curve) % MARKERS.length] }, panel);
    }
    const at = groups.indexOf(curve.group ?? curve.name);
    const dash = DASHES[Math.floor(at / RUN_COLOURS.length) % DASHES.length];
    return trace(curve, { colour: RUN_COLOURS[at % RUN_COLOURS.length], dash }, panel);
  });
}

/** How a curve is drawn: a line, or points. */
interface CurveStyle {
  readonly colour: string;
  readonly dash?: string;
  readonly symbol?: string;
}

function trace({ name, points, marks }: LineCurve, { colour, dash, symbol }: CurveStyle, panel: number): Trace {
  return {
    type: "scatter",
    mode: marks === undefined ? "lines" : "markers",
    name: escapeMarkup(name),
    x: points.map(([x]) => x),
    y: points.map(([, y]) => y),
    xaxis: `x${suffix(panel)}`,
    yaxis: `y${suffix(panel)}`,
    legend: `legend${suffix(panel)}`,
    line: { color: colour, width: 2, dash },
    marker: { color: colour, size: 9, symbol },
    text: points.map(([x, y], i) => {
      const mark = marks?.[i] === undefined ? "" : `<br>${escapeMarkup(marks[i])}`;
      return `<b>${escapeMarkup(name)}</b><br>${formatNumber(x, 4)}, ${formatNumber(y, 4)}${mark}`;
    }),
    hovertemplate: "%{text}<extra></extra>",
  };
}

function axisName(letter: "x" | "y", panel: number): string {
  return `${letter}axis${suffix(panel)}`;
}

/** Plotly's first axes have no number. */
function suffix(panel: number): string {
  return panel === 0 ? "" : String(panel + 1);
}
