import type { Figure } from "./figure.ts";
import { formatCount, formatQuantity } from "./format.ts";
import { axis, type FigureText, frame } from "./layout.ts";
import { MINOR_GRID, RUN_COLOURS } from "./style.ts";
import { escapeMarkup, type Trace } from "./traces.ts";

/** Least ratio between the values of two neighbouring labels of the axis. */
const LABEL_RATIO = 1.9;

/** Throughput of one decoder against frames in flight. */
export interface ThroughputCurve {
  readonly name: string;
  /** Curves of one group have one colour, and a line and marker each; a curve without a group is a group of its own. */
  readonly group?: string;
  readonly points: readonly { readonly frames: number; readonly bitsPerSecond: number }[];
}

/** Lines and markers: for the curves of a group in order, or, without groups, for each round through the colours. */
const ROUNDS = [
  { symbol: "circle", dash: "solid" },
  { symbol: "diamond", dash: "dash" },
  { symbol: "square", dash: "dot" },
  { symbol: "star", dash: "dashdot" },
] as const;

/** Coded bits per second over frames in flight, both on logarithmic axes; a line of the legend per curve. */
export function throughputFigure(curves: readonly ThroughputCurve[], text: FigureText): Figure {
  return {
    data: curves.map((curve) => trace(curve, lookOf(curve, curves))),
    layout: {
      ...frame(text, curves.length > 1 ? curves.length : 0),
      xaxis: { ...axis("frames in flight"), type: "log", dtick: 1, ...powers(curves.flatMap(framesOf)) },
      yaxis: {
        ...axis("throughput, coded bits"),
        // The labels are longer than the labels of error rates.
        automargin: true,
        title: { text: "throughput, coded bits", standoff: 12 },
        type: "log",
        dtick: 1,
        tickformat: "~s",
        ticksuffix: "bit/s",
        minor: { dtick: "D1", showgrid: true, gridcolor: MINOR_GRID, ticks: "outside", ticklen: 3 },
      },
    },
  };
}

/** Colour, line and marker of a curve. */
function lookOf(curve: ThroughputCurve, curves: readonly ThroughputCurve[]) {
  const groupOf = (one: ThroughputCurve) => one.group ?? one;
  const group = [...new Set(curves.map(groupOf))].indexOf(groupOf(curve));
  const member = curves.filter((one) => groupOf(one) === groupOf(curve)).indexOf(curve);
  const round = Math.floor(group / RUN_COLOURS.length) + member;
  return { colour: RUN_COLOURS[group % RUN_COLOURS.length], ...ROUNDS[round % ROUNDS.length] };
}

function trace({ name, points }: ThroughputCurve, { colour, symbol, dash }: ReturnType<typeof lookOf>): Trace {
  return {
    type: "scatter",
    mode: "lines+markers",
    name: escapeMarkup(name),
    x: points.map(({ frames }) => frames),
    y: points.map(({ bitsPerSecond }) => bitsPerSecond),
    line: { color: colour, width: 2, dash },
    marker: { color: colour, size: symbol === "star" ? 11 : 8, symbol },
    text: points.map(
      ({ frames, bitsPerSecond }) =>
        `<b>${escapeMarkup(name)}</b><br>${formatCount(frames)} frames<br>${formatQuantity(bitsPerSecond, "bit/s")}`,
    ),
    hovertemplate: "%{text}<extra></extra>",
  };
}

function framesOf({ points }: ThroughputCurve): number[] {
  return points.map(({ frames }) => frames);
}

/** Labels at the measured numbers of frames; of numbers too close for two labels the first. */
function powers(frames: readonly number[]) {
  const values: number[] = [];
  for (const value of [...new Set(frames)].sort((a, b) => a - b)) {
    if (values.length === 0 || value >= LABEL_RATIO * values[values.length - 1]) values.push(value);
  }
  return { tickvals: values, ticktext: values.map(formatCount) };
}
