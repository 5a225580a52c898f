import { largest, smallest } from "../extremes.ts";
import {
  type Axis,
  type Curve,
  type Dash,
  type Entry,
  escapeMarkup,
  type Figure,
  type MarkerSymbol,
  type Panel,
  rangeAround,
} from "./chart.ts";
import { formatCount, formatNumber, formatQuantity } from "./format.ts";
import { FIGURE_STYLES, INK, RUN_COLOURS } from "./style.ts";

/** Title and subtitle of a figure, as plain text. */
export type FigureText = Pick<Figure, "title" | "subtitle">;

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
  /** Titles of the axes, as markup. */
  readonly x: string;
  readonly y: string;
  /** First and last value of the x axis, and of the y axis; fitted to the curves if left out. */
  readonly xRange?: readonly [number, number];
  readonly yRange?: readonly [number, number];
  /** "log": powers of ten at equal distances, for values above 0. Linear if left out. */
  readonly yScale?: Axis["scale"];
}

const STYLE = FIGURE_STYLES.screen;
/** Lines of curves beyond the number of colours. */
const ROUNDS: readonly Dash[] = ["solid", "dash", "dot"];
/** Markers of points without a line. */
const MARKERS: readonly MarkerSymbol[] = ["circle", "diamond", "square", "triangle", "plus", "star"];

/** Curves on linear axes, or over a logarithmic axis, in panels beside each other; each panel has a legend and colours of its own. */
export function lineFigure(panels: readonly LinePanel[], text: FigureText): Figure {
  return { ...text, panels: panels.map(linePanel), style: STYLE };
}

function linePanel({ curves, x, y, xRange, yRange, yScale = "linear" }: LinePanel): Panel {
  const marked = curves.filter(({ marks }) => marks !== undefined);
  const groups = [...new Set(curves.filter((curve) => !marked.includes(curve)).map(groupOf))];
  const drawn = curves.map((curve, entry): Curve => {
    const at = groups.indexOf(groupOf(curve));
    const isMarked = curve.marks !== undefined;
    const colour = isMarked ? INK : RUN_COLOURS[at % RUN_COLOURS.length];
    const dash = ROUNDS[Math.floor(at / RUN_COLOURS.length) % ROUNDS.length];
    const symbol = MARKERS[marked.indexOf(curve) % MARKERS.length];
    return {
      entry,
      points: curve.points,
      texts: curve.points.map(([px, py], i) => {
        const mark = curve.marks?.[i] === undefined ? "" : `<br>${escapeMarkup(curve.marks[i])}`;
        return `<b>${escapeMarkup(curve.name)}</b><br>${formatNumber(px, 4)}, ${formatNumber(py, 4)}${mark}`;
      }),
      ...(isMarked
        ? { marker: { symbol, size: 9, fill: colour, stroke: colour, strokeWidth: 1 } }
        : { line: { colour, width: STYLE.lineWidth, dash } }),
    };
  });
  const [xs, ys] = [0, 1].map((end) => curves.flatMap(({ points }) => points.map((point) => point[end])));
  // Lines reach both ends of the axis; markers need room there.
  const isWhole = marked.length === 0 && smallest(xs) < largest(xs);
  return {
    x: { title: x, scale: "linear", range: xRange ?? (isWhole ? [smallest(xs), largest(xs)] : rangeAround(xs)) },
    y: {
      title: y,
      scale: yScale,
      range: yRange ?? (yScale === "log" ? rangeAround(ys, "log") : rangeAround(ys, "linear", 0)),
    },
    curves: drawn,
    entries: entriesOf(curves, drawn),
  };
}

function groupOf({ name, group }: { readonly name: string; readonly group?: string }): string {
  return group ?? name;
}

/** The legend; a curve alone needs none. */
function entriesOf(curves: readonly { readonly name: string }[], drawn: readonly Curve[]): Entry[] {
  if (curves.length < 2) return [];
  return drawn.map(({ line, marker }, i) => ({
    name: escapeMarkup(curves[i].name),
    ...(line && { line }),
    ...(marker && { marker }),
  }));
}

/** Throughput of one decoder against frames in flight. */
export interface ThroughputCurve {
  readonly name: string;
  /** Curves of one group have one colour, and a line and marker each; a curve without a group is a group of its own. */
  readonly group?: string;
  readonly points: readonly { readonly frames: number; readonly bitsPerSecond: number }[];
}

/** Lines and markers: for the curves of a group in order, or, without groups, for each round through the colours. */
const THROUGHPUT_ROUNDS: readonly { readonly symbol: MarkerSymbol; readonly dash: Dash; readonly size?: number }[] = [
  { symbol: "circle", dash: "solid" },
  { symbol: "diamond", dash: "dash" },
  { symbol: "square", dash: "dot" },
  { symbol: "star", dash: "dashdot", size: 11 },
];

/** Coded bits per second over frames in flight, both on logarithmic axes. */
export function throughputFigure(curves: readonly ThroughputCurve[], text: FigureText): Figure {
  const groups = [...new Set(curves.map(groupOf))];
  const drawn = curves.map((curve, entry): Curve => {
    const group = groups.indexOf(groupOf(curve));
    const member = curves.filter((one) => groupOf(one) === groupOf(curve)).indexOf(curve);
    const round = Math.floor(group / RUN_COLOURS.length) + member;
    const { symbol, dash, size = STYLE.markerSize } = THROUGHPUT_ROUNDS[round % THROUGHPUT_ROUNDS.length];
    const colour = RUN_COLOURS[group % RUN_COLOURS.length];
    return {
      entry,
      points: curve.points.map(({ frames, bitsPerSecond }) => [frames, bitsPerSecond]),
      texts: curve.points.map(
        ({ frames, bitsPerSecond }) =>
          `<b>${escapeMarkup(curve.name)}</b><br>${formatCount(frames)} frames<br>${formatQuantity(bitsPerSecond, "bit/s")}`,
      ),
      line: { colour, width: STYLE.lineWidth, dash },
      marker: { symbol, size, fill: colour, stroke: colour, strokeWidth: 1 },
    };
  });
  const points = drawn.flatMap((curve) => curve.points);
  const frames = [...new Set(points.map(([x]) => x))].sort((a, b) => a - b);
  const x: Axis = { title: "frames in flight", scale: "log", range: rangeAround(frames, "log"), ticks: frames };
  const range = rangeAround(
    points.map(([, y]) => y),
    "log",
  );
  const y: Axis = { title: "throughput, coded bits", scale: "log", range, unit: "bit/s" };
  return { ...text, panels: [{ x, y, curves: drawn, entries: entriesOf(curves, drawn) }], style: STYLE };
}
