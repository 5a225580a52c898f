import { CHARACTER, FONT_SIZE, INK } from "../style.ts";
import type { Trace } from "../traces.ts";
import { lineProperties, lookOf } from "./curve.ts";
import { seenLength } from "./markup.ts";
import { symbolProperties } from "./symbols.ts";

/** Height of an entry, in CSS pixels, as in the margin of `frame`. */
export const ENTRY_HEIGHT = 22;
/** Length of an entry's line, and the gap to its text. */
const LINE = 30;
const GAP = 6;
/** Space between a box and its entries. */
const INSET = 8;

/** Plotly's legend, as the figures of this folder's parent use it: in a corner of the axes, or below all of them. */
export interface PlotLegend {
  readonly x: number;
  readonly xanchor: "left" | "right";
  readonly y: number;
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

/** Vega's marks of a legend: a box if it has one, and a line with its name for each trace. */
export function vegaLegend(legend: PlotLegend, traces: readonly Trace[], axes: Room, figureHeight: number): object[] {
  if (traces.length === 0) return [];
  const isBoxed = legend.bgcolor !== undefined;
  const inset = isBoxed ? INSET : 0;
  const longest = Math.max(...traces.map(({ name }) => seenLength(String(name))));
  const width = 2 * inset + LINE + GAP + Math.ceil(CHARACTER * FONT_SIZE * longest);
  const height = 2 * inset + ENTRY_HEIGHT * traces.length;
  const anchor = axes.left + legend.x * axes.width;
  const left = legend.xanchor === "right" ? anchor - width : anchor;
  const top = legend.yref === "container" ? figureHeight - height - GAP : axes.top + (1 - legend.y) * axes.height;
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
  const entries = traces.flatMap((trace, i) => entry(trace, left + inset, top + inset + ENTRY_HEIGHT * (i + 0.5)));
  return isBoxed ? [box, ...entries] : entries;
}

function entry(trace: Trace, left: number, middle: number): object[] {
  const { line, marker } = lookOf(trace);
  const y = { value: middle };
  const mark = (type: string, update: object) => ({ type, encode: { update: { y, ...update } } });
  return [
    ...(line === undefined
      ? []
      : [mark("rule", { x: { value: left }, x2: { value: left + LINE }, ...lineProperties(line) })]),
    ...(marker === undefined ? [] : [mark("symbol", { x: { value: left + LINE / 2 }, ...symbolProperties(marker) })]),
    mark("text", {
      x: { value: left + LINE + GAP },
      baseline: { value: "middle" },
      text: { value: trace.name },
      fontSize: { value: FONT_SIZE },
      fill: { value: INK },
      limit: { value: 0 },
    }),
  ];
}
