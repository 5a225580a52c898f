import type { Trace } from "../traces.ts";
import { type Marker, symbolProperties } from "./symbols.ts";

/** Plotly's line of a trace. */
interface Line {
  readonly color: string;
  readonly width: number;
  readonly dash?: string;
}

/** Plotly's error bars of a trace. */
interface Bars {
  readonly array: readonly number[];
  readonly arrayminus: readonly number[];
  readonly color: string;
  readonly thickness: number;
  readonly width: number;
}

/** Dashes and gaps in CSS pixels, short enough to differ on a legend's line in the smallest style. */
export const DASHES: Readonly<Record<string, readonly number[]>> = {
  solid: [],
  dash: [9, 7],
  dot: [2.5, 4],
  dashdot: [9, 5, 2.5, 5],
  longdash: [17, 5.5],
  longdashdot: [13, 3.5, 2.5, 3.5],
  "2px,8px": [2, 8],
};

/** How a trace is drawn, in Plotly's terms. */
export function lookOf({ mode, line, marker }: Trace): { readonly line?: Line; readonly marker?: Marker } {
  const parts = String(mode).split("+");
  return {
    line: parts.includes("lines") ? (line as Line) : undefined,
    marker: parts.includes("markers") ? (marker as Marker) : undefined,
  };
}

/** Vega's properties of a line. */
export function lineProperties({ color, width, dash = "solid" }: Line) {
  const pattern = DASHES[dash];
  if (pattern === undefined) throw new Error(`images have no line named ${dash}`);
  return { stroke: { value: color }, strokeWidth: { value: width }, strokeDash: { value: pattern } };
}

/** A data set and the marks of a trace: line, error bars, markers. */
export function vegaCurve(
  trace: Trace,
  name: string,
  low: number,
): { readonly data: object; readonly marks: object[] } {
  const bars = trace.error_y as Bars | undefined;
  const xs = trace.x as readonly (number | null)[];
  const values = trace.y.flatMap((y, i) => {
    if (y === null || xs[i] === null) return [];
    if (bars === undefined) return [{ x: xs[i], y }];
    // On a logarithmic axis a bar may reach down to 0.
    return [{ x: xs[i], y, top: y + bars.array[i], bottom: Math.max(y - bars.arrayminus[i], low / 10) }];
  });
  const { line, marker } = lookOf(trace);
  const fill = trace.fill === "toself" ? { fill: { value: trace.fillcolor } } : {};
  const from = { data: name };
  const at = (field: string, letter = field) => ({ scale: letter, field });
  const mark = (type: string, update: object) => ({ type, from, encode: { update } });
  const marks = [
    ...(line === undefined ? [] : [mark("line", { x: at("x"), y: at("y"), ...lineProperties(line), ...fill })]),
    ...(bars === undefined ? [] : barMarks(bars, at, mark)),
    ...(marker === undefined ? [] : [mark("symbol", { x: at("x"), y: at("y"), ...symbolProperties(marker) })]),
  ];
  return { data: { name, values }, marks };
}

/** A stem and its two ends. */
function barMarks(
  { color, thickness, width }: Bars,
  at: (field: string, letter?: string) => object,
  mark: (type: string, update: object) => object,
): object[] {
  const stroke = { stroke: { value: color }, strokeWidth: { value: thickness } };
  const end = (field: string) =>
    mark("rule", {
      x: { ...at("x"), offset: -width },
      x2: { ...at("x"), offset: width },
      y: at(field, "y"),
      ...stroke,
    });
  return [mark("rule", { x: at("x"), y: at("top", "y"), y2: at("bottom", "y"), ...stroke }), end("top"), end("bottom")];
}
