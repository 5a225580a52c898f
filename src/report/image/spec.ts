import type { Figure } from "../figure.ts";
import { titleStep } from "../fit.ts";
import { SUBTITLE_COLOUR } from "../layout.ts";
import type { FigureSize } from "../page.ts";
import { FONT, FONT_SIZE, INK, PAPER } from "../style.ts";
import type { Trace } from "../traces.ts";
import { domainOf, type PlotAxis, valuesOf, vegaAxes } from "./axis.ts";
import { lookOf, vegaCurve } from "./curve.ts";
import { entriesOf, type PlotLegend, type Room, vegaLegend } from "./legend.ts";

/** Plotly's layout, as the figures of this folder's parent use it. */
interface PlotLayout {
  readonly title: {
    readonly text: string;
    readonly x: number;
    readonly xref: "paper" | "container";
    readonly pad: { readonly b: number };
    readonly font: { readonly size: number };
  };
  readonly font: { readonly size: number };
  readonly margin: { readonly l: number; readonly r: number; readonly t: number; readonly b: number };
  readonly [part: string]: unknown;
}

const AXIS_TITLE_SIZE = 17;
/** Pixels that the labels of an axis with `automargin` need beyond the margin. */
const LONG_LABELS = 36;

/**
 * A figure as Vega draws it, in Node too and without a DOM: a specification in plain data. Labels keep Plotly's markup (`withMarkup`).
 * @param size in CSS pixels.
 */
export function vegaSpec({ data, layout: plain }: Figure, { width, height }: FigureSize): object {
  const layout = plain as PlotLayout;
  const { l, r, t, b } = layout.margin;
  const hasLongLabels = Object.values(layout).some(
    (part) => (part as { automargin?: boolean } | undefined)?.automargin,
  );
  const left = l + (hasLongLabels ? LONG_LABELS : 0);
  const axes: Room = { left, top: t, width: width - left - r, height: height - t - b };
  const fontSize = layout.font.size;
  const legends = Object.keys(layout).filter((name) => name.startsWith("legend"));
  return {
    $schema: "https://vega.github.io/schema/vega/v6.json",
    width,
    height,
    padding: 0,
    autosize: "none",
    background: PAPER,
    config: {
      axis: {
        labelFont: FONT,
        labelFontSize: fontSize,
        labelColor: INK,
        titleFont: FONT,
        titleFontSize: (AXIS_TITLE_SIZE * fontSize) / FONT_SIZE,
        titleColor: INK,
        titleFontWeight: "normal",
      },
      text: { font: FONT },
      style: {},
    },
    marks: [
      ...titleMarks(layout, axes, width),
      ...panelNumbers(layout).map((panel) => panelMark(data, layout, panel, axes)),
      ...legends.flatMap((name) =>
        vegaLegend(layout[name] as PlotLegend, entriesOf(data, name), axes, { height, fontSize }),
      ),
    ],
  };
}

/** The lines of the title, in bold, and of the subtitle below; `fitFigure` has joined all of them into one text. */
function titleMarks({ title, font }: PlotLayout, { left, top }: Room, width: number): object[] {
  const { text, pad, xref, x } = title;
  if (text === "") return [];
  return text.split("<br>").map((line, i) => {
    const isSubtitle = line.startsWith("<span");
    return {
      type: "text",
      encode: {
        update: {
          x: { value: xref === "container" ? x * width : left },
          y: { value: top - pad.b + i * titleStep(title.font.size) },
          text: { value: line.replace(/<\/?span[^>]*>/g, "") },
          limit: { value: 0 },
          fontSize: { value: isSubtitle ? font.size : title.font.size },
          fill: { value: isSubtitle ? SUBTITLE_COLOUR : INK },
        },
      },
    };
  });
}

/** Plotly's numbers of axes: "", "2", … */
function panelNumbers(layout: PlotLayout): string[] {
  return Object.keys(layout).flatMap((name) => (name.startsWith("xaxis") ? [name.slice("xaxis".length)] : []));
}

/** Axes and curves of one panel. */
function panelMark(data: readonly Trace[], layout: PlotLayout, panel: string, room: Room): object {
  const axes = { x: layout[`xaxis${panel}`] as PlotAxis, y: layout[`yaxis${panel}`] as PlotAxis };
  const traces = data.filter(({ xaxis = "x" }) => xaxis === `x${panel}`);
  const hasMarkers = traces.some((trace) => lookOf(trace).marker !== undefined);
  const [first, last] = axes.x.domain ?? [0, 1];
  const width = (last - first) * room.width;
  const domains = {
    x: domainOf(axes.x, valuesOf(traces, "x"), hasMarkers),
    y: domainOf(axes.y, valuesOf(traces, "y"), hasMarkers),
  };
  const curves = traces.map((trace, i) => vegaCurve(trace, `curve ${i}`, domains.y[0]));
  const size = { width: { value: width }, height: { value: room.height } };
  return {
    type: "group",
    encode: {
      update: { x: { value: room.left + first * room.width }, y: { value: room.top }, ...size },
    },
    // The grid spans these signals, not the group's drawn size.
    signals: [
      { name: "width", value: width },
      { name: "height", value: room.height },
    ],
    data: curves.map((curve) => curve.data),
    scales: (["x", "y"] as const).map((letter) => ({
      name: letter,
      type: axes[letter].type ?? "linear",
      domain: domains[letter],
      range: letter === "x" ? [0, width] : [room.height, 0],
      zero: false,
      nice: false,
    })),
    axes: (["x", "y"] as const).flatMap((letter) => vegaAxes(axes[letter], domains[letter], letter, layout.font.size)),
    marks: [
      { type: "group", clip: true, encode: { update: size }, marks: curves.flatMap((curve) => curve.marks) },
      // Covers the outermost lines of the grid.
      { type: "rect", encode: { update: { ...size, stroke: { value: INK } } } },
    ],
  };
}
