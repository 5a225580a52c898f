import { largest, smallest } from "../../extremes.ts";
import { CHARACTER, FONT_SIZE, GRID, INK } from "../style.ts";
import type { Trace } from "../traces.ts";
import { seenLength } from "./markup.ts";

/** Plotly's axis, as the figures of this folder's parent use it. */
export interface PlotAxis {
  readonly title: { readonly text: string };
  readonly type?: "log";
  /** For a logarithmic axis the exponents. */
  readonly range?: readonly [number, number];
  readonly rangemode?: "tozero";
  readonly domain?: readonly [number, number];
  readonly tickvals?: readonly number[];
  readonly ticktext?: readonly string[];
  readonly tickformat?: string;
  readonly ticksuffix?: string;
  readonly minor?: { readonly gridcolor: string; readonly ticks?: string };
}

/** Share of the range that stays free beyond the outermost values, if an axis has no range. */
const ROOM = 0.05;
/** Approximate number of labels of a linear axis, and of the thin lines between them. */
const LABELS = 6;
const MINOR_LINES = 30;
/** Characters of a quantity with its unit: 100 Mbit/s. */
const LONG_LABEL = 10;
/** Pixels for ticks, and between labels and title. */
const TITLE_GAP = 20;

/** First and last value of an axis. */
export function domainOf(axis: PlotAxis, values: readonly number[], hasMarkers: boolean): [number, number] {
  const isLog = axis.type === "log";
  if (axis.range !== undefined) return axis.range.map((end) => (isLog ? 10 ** end : end)) as [number, number];
  const scaled = isLog ? values.filter((value) => value > 0).map(Math.log10) : values;
  if (scaled.length === 0) return isLog ? [1, 10] : [0, 1];
  const isFromZero = axis.rangemode === "tozero" && !isLog;
  const low = isFromZero ? Math.min(0, smallest(scaled)) : smallest(scaled);
  const high = largest(scaled);
  const room = high > low ? (hasMarkers || isFromZero || isLog ? ROOM * (high - low) : 0) : 0.5;
  const ends = [isFromZero && low === 0 ? 0 : low - room, high + room];
  return ends.map((end) => (isLog ? 10 ** end : end)) as [number, number];
}

/** The values of traces that an axis must cover. */
export function valuesOf(traces: readonly Trace[], letter: "x" | "y"): number[] {
  return traces.flatMap((trace) => (trace[letter] as readonly (number | null)[]).filter((value) => value !== null));
}

/** Vega's axes for one of Plotly's: thin lines first, then grid, ticks, labels and title. */
export function vegaAxes(
  axis: PlotAxis,
  [low, high]: readonly [number, number],
  letter: "x" | "y",
  fontSize = FONT_SIZE,
): object[] {
  const isLog = axis.type === "log";
  const place = { scale: letter, orient: letter === "x" ? "bottom" : "left", domain: false, zindex: 0, aria: false };
  const thin = {
    ...place,
    grid: true,
    labels: false,
    gridColor: axis.minor?.gridcolor,
    ticks: axis.minor?.ticks !== undefined,
    tickSize: 3,
    tickColor: INK,
    ...(isLog ? { values: betweenPowers(low, high) } : { tickCount: MINOR_LINES }),
  };
  const main = {
    ...place,
    grid: true,
    gridColor: GRID,
    tickColor: INK,
    tickSize: 5,
    labelPadding: 3,
    title: axis.title.text,
    titlePadding: 12,
    titleLimit: 0,
    labelLimit: 0,
    labelOverlap: false,
    ...labels(axis, [low, high], letter, fontSize),
  };
  return axis.minor === undefined ? [main] : [thin, main];
}

/**
 * Values and texts of an axis' labels, and the place of its title, since Vega measures label texts with their markup.
 */
function labels(axis: PlotAxis, [low, high]: readonly [number, number], letter: "x" | "y", fontSize: number): object {
  const values = axis.tickvals ?? (axis.type === "log" ? powers(low, high) : undefined);
  if (values === undefined) return { tickCount: LABELS };
  const texts = axis.ticktext ?? (axis.tickformat === undefined ? values.map(powerText) : undefined);
  const length = texts === undefined ? LONG_LABEL : largest(texts.map(seenLength));
  return {
    values,
    ...(letter === "y" ? { titleX: -Math.ceil(TITLE_GAP + CHARACTER * fontSize * length) } : {}),
    encode: { labels: { update: { text: { signal: texts === undefined ? formatted(axis) : listed(texts, values) } } } },
  };
}

/** Vega's expression for a number in d3's format, with a space before the prefix of its unit. */
function formatted({ tickformat, ticksuffix = "" }: PlotAxis): string {
  return `replace(format(datum.value, '${tickformat}'), /([a-zA-Zµ]?)$/, ' $1') + '${ticksuffix}'`;
}

/** Vega's expression for the text that belongs to a value. */
function listed(texts: readonly string[], values: readonly number[]): string {
  return `${JSON.stringify(texts)}[indexof(${JSON.stringify(values)}, datum.value)]`;
}

function powerText(value: number): string {
  return `10<sup>${String(Math.round(Math.log10(value))).replace("-", "−")}</sup>`;
}

function powers(low: number, high: number): number[] {
  const first = Math.ceil(Math.log10(low));
  const last = Math.floor(Math.log10(high));
  return Array.from({ length: last - first + 1 }, (_, i) => Number(`1e${first + i}`));
}

/** 2, 3, … 9 times each power of ten. */
function betweenPowers(low: number, high: number): number[] {
  const all = [Number(`1e${Math.floor(Math.log10(low))}`), ...powers(low, high)];
  return all
    .flatMap((power) => [2, 3, 4, 5, 6, 7, 8, 9].map((factor) => factor * power))
    .filter((value) => value >= low && value <= high);
}
