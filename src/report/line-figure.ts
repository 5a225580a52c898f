import type { Figure } from "./figure.ts";
import { formatNumber } from "./format.ts";
import { axis, type FigureText, frame } from "./layout.ts";
import { RUN_COLOURS } from "./style.ts";
import { escapeMarkup, type Trace } from "./traces.ts";

/** A curve through points, or points alone. */
export interface LineCurve {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Curves of one group have one colour; those without are a group each. */
  readonly group?: string;
  /** Points only, each with a text beside it if given. */
  readonly marks?: readonly string[];
}

/** Axes of a figure and the curves between them. */
export interface LinePanel {
  readonly curves: readonly LineCurve[];
  readonly x: string;
  readonly y: string;
  /** First and last value of the y axis; what the curves need if left out. */
  readonly yRange?: readonly [number, number];
}

/** Lines when the colours are used up. */
const DASHES = ["solid", "dash", "dot"] as const;
/** Part of the width between two panels. */
const GAP = 0.1;

/** Curves on linear axes, in one or several panels beside each other; a line of the legend per curve. */
export function lineFigure(panels: readonly LinePanel[], text: FigureText): Figure {
  const curves = panels.flatMap((panel) => panel.curves);
  const groups = [...new Set(curves.map(({ name, group }) => group ?? name))];
  const width = (1 - GAP * (panels.length - 1)) / panels.length;
  const axes = panels.flatMap(({ x, y, yRange }, i) => {
    const first = i * (width + GAP);
    return [
      [axisName("x", i), { ...axis(x), domain: [first, first + width], anchor: `y${suffix(i)}` }],
      [
        axisName("y", i),
        {
          ...axis(y),
          anchor: `x${suffix(i)}`,
          ...(yRange === undefined ? { rangemode: "tozero" } : { range: yRange }),
        },
      ],
    ];
  });
  return {
    data: panels.flatMap((panel, i) =>
      panel.curves.map((curve) => trace(curve, groups.indexOf(curve.group ?? curve.name), i)),
    ),
    layout: { ...frame(text, curves.length > 1 ? curves.length : 0), ...Object.fromEntries(axes) },
  };
}

function trace({ name, points, marks }: LineCurve, group: number, panel: number): Trace {
  const colour = RUN_COLOURS[group % RUN_COLOURS.length];
  const dash = DASHES[Math.floor(group / RUN_COLOURS.length) % DASHES.length];
  return {
    type: "scatter",
    mode: marks === undefined ? "lines" : "markers",
    name: escapeMarkup(name),
    x: points.map(([x]) => x),
    y: points.map(([, y]) => y),
    xaxis: `x${suffix(panel)}`,
    yaxis: `y${suffix(panel)}`,
    line: { color: colour, width: 2, dash },
    marker: { color: colour, size: 9, symbol: dash === "solid" ? "circle" : "diamond" },
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
