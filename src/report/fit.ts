import type { Figure } from "./figure.ts";
import { ENTRY_HEIGHT, entriesOf, longestLine } from "./image/legend.ts";
import { seenLength } from "./image/markup.ts";
import { cornerOfKey, keySize } from "./key-place.ts";
import { type Layout, subtitleMarkup } from "./layout.ts";
import { CHARACTER, FONT_SIZE } from "./style.ts";
import type { Trace } from "./traces.ts";
import { wrapMarkup } from "./wrap-markup.ts";

/** Below this width title and legends begin at the left end of the figure, not of the axes. */
const NARROW = 640;
/** Mean width of a bold character in em. */
const BOLD_CHARACTER = 0.68;
/** Height of the axes by their width, if the figure's height is free. */
const ASPECT = 0.66;
const MOST_HEIGHT = 520;

/** Width of a figure in CSS pixels, and its height if that is fixed. */
export interface Room {
  readonly width: number;
  readonly height?: number;
  /** Least height of the axes, if the figure's height is free. */
  readonly leastHeight?: number;
}

/** A figure that fits a room, and the height that it needs. */
export interface FittedFigure extends Figure {
  readonly height: number;
  /** Height that title and legends leave for the axes. */
  readonly axesHeight: number;
}

/** The parts of a layout that depend on the room. */
interface Parts {
  readonly title: { readonly text: string; readonly font: { readonly size: number }; readonly pad: object };
  readonly font: { readonly size: number };
  readonly margin: { readonly l: number; readonly r: number; readonly t: number; readonly b: number };
  readonly legend?: object;
  readonly legend2?: object & { readonly orientation?: string };
}

/**
 * Fits a figure into a width: title and names in the legend are wrapped, margins follow, and the key of lines and markers
 * stands in a corner of the axes that no curve enters, else below, beside the legend if there is room.
 */
export function fitFigure({ data, layout: plain }: Figure, { width, height, leastHeight = 280 }: Room): FittedFigure {
  const layout = plain as unknown as Parts & Layout;
  const size = layout.font.size;
  const scale = size / FONT_SIZE;
  const left = width < NARROW ? Math.round(12 * scale) : layout.margin.l;
  const axesWidth = width - layout.margin.l - layout.margin.r;
  // Plotly widens the margins for legends that refer to the whole figure by both coordinates.
  const sides = width < NARROW ? { x: Number(((left - layout.margin.l) / axesWidth).toFixed(4)) } : {};
  const room = width - left - Math.round(12 * scale);
  const title = fitTitle(layout.title, size, room);
  const names = fitNames(data, (room - ENTRY_LEFT * scale) / (CHARACTER * size));
  const lines = { legend: linesOf(names, "legend"), key: linesOf(names, "legend2") };
  // Figures of several panels have a legend in each; their second one is no key.
  const hasKey = layout.legend2?.orientation === "v" && lines.key > 0;
  const row = ENTRY_HEIGHT * scale;
  const bottom = (below: number) => Math.round(below > 0 ? 58 * scale + row * below : layout.margin.b);
  const isLegendBelow = lines.legend > 0 && layout.margin.b > 66 * scale;
  const legendRows = isLegendBelow ? lines.legend : 0;
  const free = Math.min(MOST_HEIGHT, Math.max(leastHeight, ASPECT * axesWidth));
  const margin = { ...layout.margin, t: title.top ?? layout.margin.t };
  const heightWith = (b: number) => height ?? Math.round(margin.t + free + b);
  const inside = bottom(legendRows);
  const axes = { width: axesWidth, height: heightWith(inside) - margin.t - inside };
  const key = keySize(names, size);
  const corner = hasKey ? cornerOfKey(names, layout, axes, key) : undefined;
  const isBelow = hasKey && corner === undefined;
  const beside = legendWidth(names, size) + COLUMNS_GAP * scale;
  const isBeside = isBelow && isLegendBelow && beside + key.width <= room;
  const rows = isBeside ? Math.max(legendRows, lines.key) : legendRows + lines.key;
  const b = isBelow ? bottom(rows) : inside;
  const whole = heightWith(b);
  // Beside each other both begin in the first of the rows.
  const above = (own: number) => ({ y: (row * (rows - own)) / whole });
  const legendTop = isBeside ? above(legendRows) : {};
  const keyBelow = isBeside
    ? { ...above(lines.key), x: Number(((sides.x ?? 0) + beside / axesWidth).toFixed(4)) }
    : { ...sides, y: (row * legendRows + (legendRows > 0 ? 2 : 0)) / whole };
  const legend2 = isBelow ? { ...BELOW, ...keyBelow } : { ...layout.legend2, ...corner };
  return {
    data: names,
    layout: {
      ...plain,
      title: { ...layout.title, ...title.parts, ...(width < NARROW ? { xref: "container", x: left / width } : {}) },
      margin: { ...margin, b },
      ...(isLegendBelow ? { legend: { ...layout.legend, ...sides, ...legendTop } } : {}),
      ...(hasKey ? { legend2 } : {}),
    },
    height: whole,
    axesHeight: whole - margin.t - b,
  };
}

/** Length of a legend's line with its gaps, at the size of the screen's font. */
const ENTRY_LEFT = 44;
/** Space between the legend and the key beside it. */
const COLUMNS_GAP = 32;

/** The width of the curves' legend. */
function legendWidth(data: readonly Trace[], size: number): number {
  return ENTRY_LEFT * (size / FONT_SIZE) + CHARACTER * size * longestLine(entriesOf(data, "legend"));
}

/** The key below the axes. */
const BELOW = {
  orientation: "v",
  x: 0,
  xanchor: "left",
  yref: "container",
  yanchor: "bottom",
  itemclick: false,
  itemdoubleclick: false,
};

/** The title's lines and their place. */
function fitTitle({ text, font, pad }: Parts["title"], size: number, room: number) {
  if (text === "") return {};
  const [first, second] = text.split("<br>");
  const title = wrapMarkup(first.replace(/^<b>|<\/b>$/g, ""), room / (BOLD_CHARACTER * font.size));
  const subtitle =
    second === undefined ? [] : wrapMarkup(second.replace(/^<span[^>]*>|<\/span>$/g, ""), room / (CHARACTER * size));
  const lines = [...title.map((line) => `<b>${line}</b>`), ...subtitle.map((line) => subtitleMarkup(line, size))];
  const scale = size / FONT_SIZE;
  const b = Math.round((lines.length === 1 ? 14 * scale : 12 * scale) + titleStep(font.size) * (lines.length - 1));
  return { parts: { text: lines.join("<br>"), pad: { ...pad, b } }, top: Math.round(b + 26 * scale + font.size) };
}

/** Distance of the lines of a title, as Plotly sets them. */
export function titleStep(titleSize: number): number {
  return 1.3 * titleSize;
}

/** The traces with the names of a legend's entries in lines. */
function fitNames(data: readonly Trace[], characters: number): Trace[] {
  return data.map((trace) => {
    const name = String(trace.name ?? "");
    return seenLength(name) <= characters ? trace : { ...trace, name: wrapMarkup(name, characters).join("<br>") };
  });
}

/** Rows that a legend needs, each as high as an entry of one line. */
function linesOf(data: readonly Trace[], legend: string): number {
  return entriesOf(data, legend).reduce((sum, { name }) => sum + String(name).split("<br>").length, 0);
}
