import { largest, smallest } from "../extremes.ts";

/**
 * A figure as plain data. It is described once: `layOut` places its parts, `Drawing` draws SVG for pages and images, and `texFigure` writes
 * LaTeX. Titles are plain text. Names of axes, entries and points are markup: escaped text (`escapeMarkup`) with the tags <b>, <i>, <sub> and
 * <sup>.
 */
export interface Figure {
  readonly title: string;
  readonly subtitle?: string;
  /** Axes beside each other, from left to right. */
  readonly panels: readonly Panel[];
  readonly style: FigureStyle;
  /** `auto` if left out. */
  readonly legend?: LegendPlace;
}

/** Where legends stand. `auto`: in a corner of the axes that no curve enters, else below them. */
export const LEGEND_PLACES = ["auto", "top-right", "top-left", "bottom-right", "bottom-left", "below", "none"] as const;
export type LegendPlace = (typeof LEGEND_PLACES)[number];

export interface Panel {
  readonly x: Axis;
  readonly y: Axis;
  readonly curves: readonly Curve[];
  /** The legend, one entry a curve or group of curves: `Curve.entry` is an index of it. */
  readonly entries: readonly Entry[];
  /** What lines and markers mean, after the entries. */
  readonly key?: readonly Entry[];
}

export interface Axis {
  /** Markup. */
  readonly title: string;
  readonly scale: "linear" | "log";
  /** First and last value; both are above 0 on a logarithmic axis. */
  readonly range: readonly [number, number];
  /** The only values with labels, where these are not chosen by the drawing. */
  readonly ticks?: readonly number[];
  /** Unit of the labels, which have a decimal prefix then: `bit/s`. */
  readonly unit?: string;
}

/** Points in one style. */
export interface Curve {
  /** The entry that hides and shows the curve. */
  readonly entry?: number;
  /** By x; the interval of y is drawn as `intervals` says. */
  readonly points: readonly (readonly [x: number, y: number, low?: number, high?: number])[];
  /** Markup for each point, with <br> between its lines; points without texts are not pointed at. */
  readonly texts?: readonly string[];
  readonly line?: Line;
  readonly marker?: Marker;
  readonly intervals?: { readonly as: "bars" | "band"; readonly colour: string };
}

export interface Line {
  readonly colour: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly dash: Dash;
}

export const DASHES = ["solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "sparse"] as const;
export type Dash = (typeof DASHES)[number];

export interface Marker {
  readonly symbol: MarkerSymbol;
  /** Diameter in CSS pixels. */
  readonly size: number;
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: number;
  /** Whether an arrow below says that the value is an upper limit. */
  readonly isLimit?: boolean;
}

export const SYMBOLS = [
  ...(["circle", "square", "triangle", "diamond", "hexagon", "star"] as const),
  ...(["x", "plus", "asterisk", "tripod"] as const),
] as const;
export type MarkerSymbol = (typeof SYMBOLS)[number];

export interface Entry {
  /** Markup. */
  readonly name: string;
  readonly line?: Line;
  readonly marker?: Marker;
}

/** The look of a figure. Sizes are in CSS pixels. */
export interface FigureStyle {
  readonly runColours: readonly string[];
  readonly referenceColours: readonly string[];
  readonly fontSize: number;
  readonly titleSize: number;
  readonly axisTitleSize: number;
  /** From a line of a legend to the next. */
  readonly legendRow: number;
  readonly lineWidth: number;
  readonly markerSize: number;
  /** Least height of the axes. */
  readonly leastHeight: number;
  /** Whether a figure without a title of its own has none: in a paper the caption is the title. */
  readonly isUntitled: boolean;
  /** Whether a page is dark for readers who want it; a figure for print is not. */
  readonly hasDark: boolean;
}

/** A rectangle in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The places of a figure's parts in CSS pixels: plain data, as pages carry it. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Height that title and legends leave for the axes. */
  readonly axesHeight: number;
  readonly look: {
    readonly font: string;
    readonly fontSize: number;
    readonly axisTitleSize: number;
    readonly legendLine: number;
    readonly ink: string;
    readonly faintInk: string;
    readonly paper: string;
    readonly grid: string;
    readonly minorGrid: string;
  };
  /** Title and subtitle; each line is markup, and `y` its base line. */
  readonly heading: {
    readonly left: number;
    readonly lines: readonly {
      readonly text: string;
      readonly size: number;
      readonly y: number;
      readonly isBold: boolean;
    }[];
  };
  /** The axes of each panel; `labels` is the distance of the y axis' title. */
  readonly panels: readonly (Box & { readonly labels: number })[];
  readonly legends: readonly { readonly box: Box; readonly isBoxed: boolean; readonly rows: readonly LegendRow[] }[];
}

/** A row of a legend: an entry and its place. */
export interface LegendRow extends Pick<Entry, "line" | "marker"> {
  readonly left: number;
  readonly top: number;
  /** Height of a line of text. */
  readonly step: number;
  /** The name in lines. */
  readonly lines: readonly string[];
  readonly panel: number;
  /** The entry whose curves the row hides and shows; undefined for a row that explains. */
  readonly entry?: number;
}

/** Text as markup: `<` from a file or option must not become a tag. */
export function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Number of visible characters of markup. */
export function seenLength(markup: string): number {
  return markup.replace(/<[^>]*>/g, "").replace(/&\w+;/g, " ").length;
}

/** Share of a range that stays free beyond the outermost values. */
const ROOM = 0.05;

/** The range of an axis around values, with room for the markers of the outermost ones. @param from a value that the range begins at. */
export function rangeAround(
  values: readonly number[],
  scale: Axis["scale"] = "linear",
  from?: number,
): [number, number] {
  const isLog = scale === "log";
  const scaled = isLog ? values.filter((value) => value > 0).map(Math.log10) : values;
  if (scaled.length === 0) return isLog ? [1, 10] : [0, 1];
  const [low, high] = [Math.min(from ?? Number.POSITIVE_INFINITY, smallest(scaled)), largest(scaled)];
  const room = high > low ? ROOM * (high - low) : 0.5;
  const ends = [low === from ? low : low - room, high + room];
  return (isLog ? ends.map((end) => Number((10 ** end).toPrecision(6))) : ends) as [number, number];
}
