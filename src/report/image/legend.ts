import { CHARACTER, FONT_SIZE, INK } from "../style.ts";
import type { Trace } from "../traces.ts";
import { lineProperties, lookOf } from "./curve.ts";
import { seenLength } from "./markup.ts";
import { symbolProperties } from "./symbols.ts";

/** Height of an entry's line of text, in CSS pixels at the size of the screen's font, as in the margin of `frame`. */
export const ENTRY_HEIGHT = 22;
/** Length of an entry's line, and the gap to its text. */
export const LINE = 30;
const GAP = 6;
/** Space between a box and its entries. */
const INSET = 8;

/** Plotly's legend, as the figures of this folder's parent use it: in a corner of the axes, or below all of them. */
export interface PlotLegend {
  readonly x: number;
  readonly xanchor: "left" | "right";
  readonly y: number;
  readonly yanchor?: "top" | "bottom";
  readonly yref?: "container";
  readonly bgcolor?: string;
  readonly bordercolor?: string;
}

/** The rectangle that a legend's place refers to: the axes of a figure, or the whole figure. */
export interface Room {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The traces of a legend: all that set `showlegend`, or, of several that do not set it, all. */
export function entriesOf(traces: readonly Trace[], legend: string): Trace[] {
  const own = traces.filter((trace) => (trace.legend ?? "legend") === legend);
  return own.filter(({ showlegend }) => showlegend ?? traces.length > 1);
}

/** Characters of the longest line of a legend's names. */
export function longestLine(traces: readonly Trace[]): number {
  return Math.max(0, ...traces.flatMap(({ name }) => String(name).split("<br>")).map(seenLength));
}

/** Vega's marks of a legend: a box if it has one, and a line with its name for each trace. */
export function vegaLegend(
  legend: PlotLegend,
  traces: readonly Trace[],
  axes: Room,
  figure: { readonly height: number; readonly fontSize: number },
): object[] {
  if (traces.length === 0) return [];
  const scale = figure.fontSize / FONT_SIZE;
  const isBoxed = legend.bgcolor !== undefined;
  const inset = isBoxed ? INSET * scale : 0;
  const names = traces.map(({ name }) => String(name).split("<br>"));
  const width = 2 * inset + scale * (LINE + GAP) + Math.ceil(CHARACTER * figure.fontSize * longestLine(traces));
  const row = scale * ENTRY_HEIGHT;
  const height = 2 * inset + row * names.flat().length;
  const anchor = axes.left + legend.x * axes.width;
  const left = legend.xanchor === "right" ? anchor - width : anchor;
  const bottom = axes.top + (1 - legend.y) * axes.height;
  const ownTop = legend.yanchor === "bottom" ? bottom - height : bottom;
  const top = legend.yref === "container" ? figure.height * (1 - legend.y) - height - GAP * scale : ownTop;
  const box = {
    type: "rect",
    encode: {
      update: {
        x: { value: left },
        y: { value: top },
        width: { value: width },
        height: { value: height },
        fill: { value: legend.bgcolor },
        stroke: { value: legend.bordercolor },
      },
    },
  };
  const before = names.map((_, i) => names.slice(0, i).flat().length);
  const entries = traces.flatMap((trace, i) =>
    entry(trace, names[i], { left: left + inset, top: top + inset + row * (before[i] + 0.5), scale }),
  );
  return isBoxed ? [box, ...entries] : entries;
}

function entry(
  trace: Trace,
  name: readonly string[],
  { left, top, scale }: { readonly left: number; readonly top: number; readonly scale: number },
): object[] {
  const { line, marker } = lookOf(trace);
  const y = { value: top };
  const length = LINE * scale;
  const mark = (type: string, update: object) => ({ type, encode: { update: { y, ...update } } });
  return [
    ...(line === undefined
      ? []
      : [mark("rule", { x: { value: left }, x2: { value: left + length }, ...lineProperties(line) })]),
    ...(marker === undefined ? [] : [mark("symbol", { x: { value: left + length / 2 }, ...symbolProperties(marker) })]),
    ...name.map((text, i) =>
      mark("text", {
        x: { value: left + length + GAP * scale },
        y: { value: top + i * scale * ENTRY_HEIGHT },
        baseline: { value: "middle" },
        text: { value: text },
        fontSize: { value: scale * FONT_SIZE },
        fill: { value: INK },
        limit: { value: 0 },
      }),
    ),
  ];
}
