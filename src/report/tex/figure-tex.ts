import type { Figure } from "../figure.ts";
import type { FigureSize } from "../page.ts";
import type { Trace } from "../traces.ts";
import { texOfMarkup } from "./escape.ts";

/** An axis as `figureLayout` makes it. */
interface Axis {
  readonly title: { readonly text: string };
  readonly range: readonly [number, number];
}

interface Line {
  readonly color: string;
  readonly width: number;
  readonly dash?: string;
}

interface Marker {
  readonly color: string;
  readonly size: number;
  readonly symbol: string;
  readonly line?: { readonly color: string };
}

interface Bars {
  readonly array: readonly number[];
  readonly arrayminus: readonly number[];
}

/** Lines in pgfplots by their names in figures. */
const DASHES: Readonly<Record<string, string>> = {
  solid: "solid",
  dash: "dashed",
  dashdot: "dash dot",
  dot: "dotted",
  longdash: "loosely dashed",
  longdashdot: "loosely dash dot",
  "2px,8px": "loosely dotted",
};

/** Markers of pgfplots and its library plotmarks. */
const MARKS: Readonly<Record<string, string>> = {
  circle: "*",
  square: "square*",
  diamond: "diamond*",
  hexagon: "pentagon*",
  star: "star",
  "triangle-up": "triangle*",
  "triangle-down": "triangle*",
  "x-thin": "x",
  "cross-thin": "+",
  asterisk: "asterisk",
  "y-down": "Mercedes star",
};

/** CSS pixels of a TeX point. */
const PIXELS_PER_POINT = 96 / 72.27;

/**
 * A figure of error rates for LaTeX: a tikzpicture of pgfplots with the data in it, to be read by \input. The legend has the curves and
 * the key. The caption takes the place of the title.
 * @param size of the picture without its legend, in CSS pixels; as wide as a line of text if left out.
 */
export function texFigure({ data, layout }: Figure, size?: FigureSize): string {
  const { xaxis, yaxis } = layout as { readonly xaxis: Axis; readonly yaxis: Axis };
  const [low, high] = yaxis.range.map((end) => (10 ** end).toPrecision(6));
  const colours = [...new Set(data.flatMap(coloursOf))];
  const entries = data.filter(({ showlegend }) => showlegend === true);
  return `${[
    "% Figure of gfq-ldpc. The preamble needs:",
    "%   \\usepackage{textcomp,pgfplots}",
    "%   \\pgfplotsset{compat=1.16}",
    "%   \\usetikzlibrary{plotmarks}",
    "\\begin{tikzpicture}",
    ...colours.map((colour) => `\\definecolor{${nameOf(colour)}}{HTML}{${colour.slice(1).toUpperCase()}}`),
    "\\begin{semilogyaxis}[",
    size === undefined
      ? "  width=\\linewidth, height=0.72\\linewidth,"
      : `  width=${points(size.width)}, height=${points(size.height)},`,
    `  xlabel={${texOfMarkup(xaxis.title.text)}}, ylabel={${texOfMarkup(yaxis.title.text)}},`,
    `  xmin=${xaxis.range[0]}, xmax=${xaxis.range[1]}, ymin=${low}, ymax=${high},`,
    "  grid=both, major grid style={black!20}, minor grid style={black!8}, minor x tick num=1,",
    "  legend style={at={(0.5,0)}, yshift=-3em, anchor=north, draw=none, font=\\footnotesize}, legend cell align=left,",
    "]",
    ...data.filter(({ x }) => (x as unknown[])[0] !== null).map(plot),
    ...entries.map(
      (trace) => `\\addlegendimage{${styleOf(trace)}}\n\\addlegendentry{${texOfMarkup(String(trace.name))}}`,
    ),
    "\\end{semilogyaxis}",
    "\\end{tikzpicture}",
  ].join("\n")}\n`;
}

/** A curve with its points; plots are kept out of the legend, which has entries of its own. */
function plot(trace: Trace): string {
  const bars = trace.error_y as Bars | undefined;
  const xs = trace.x as readonly (number | null)[];
  const rows = trace.y.flatMap((y, i) => {
    if (y === null || xs[i] === null) return [];
    return [[xs[i], y, ...(bars === undefined ? [] : [bars.array[i], bars.arrayminus[i]])].join(" ")];
  });
  const columns = bars === undefined ? "x=x, y=y" : "x=x, y=y, y error plus=plus, y error minus=minus";
  const header = bars === undefined ? "x y" : "x y plus minus";
  const errors = bars === undefined ? "" : ", error bars/.cd, y dir=both, y explicit, error bar style={solid}";
  const style = trace.fill === "toself" ? bandOf(trace) : styleOf(trace);
  const close = trace.fill === "toself" ? " \\closedcycle" : "";
  return `\\addplot[forget plot, ${style}${errors}] table[${columns}] {\n${[header, ...rows].join("\n")}\n}${close};`;
}

function bandOf({ line }: Trace): string {
  return `draw=none, fill=${nameOf((line as Line).color)}, fill opacity=0.18`;
}

function styleOf(trace: Trace): string {
  const parts = String(trace.mode).split("+");
  const line = trace.line as Line | undefined;
  const marker = trace.marker as Marker | undefined;
  const drawn = parts.includes("lines") && line !== undefined;
  return [
    ...(drawn
      ? [
          `color=${nameOf(line.color)}`,
          `line width=${points(line.width)}`,
          DASHES[line.dash ?? "solid"] ?? known(String(line.dash)),
        ]
      : ["only marks"]),
    ...(parts.includes("markers") && marker !== undefined ? markOf(marker) : ["mark=none"]),
  ].join(", ");
}

function markOf({ symbol, color, size, line }: Marker): string[] {
  const isOpen = symbol.endsWith("-open");
  const plain = symbol.replace(/-open$/, "");
  const turned = plain === "triangle-down" ? ", rotate=180" : "";
  const stroke = nameOf(line?.color ?? color);
  const fill = isOpen ? "none" : nameOf(color);
  return [
    `mark=${MARKS[plain] ?? known(symbol)}`,
    `mark size=${points(size / 2)}`,
    `mark options={solid, draw=${stroke}, fill=${fill}${turned}}`,
  ];
}

function coloursOf(trace: Trace): string[] {
  const { line, marker } = trace as unknown as { readonly line?: Line; readonly marker?: Marker };
  return [line?.color, marker?.color, marker?.line?.color].filter((colour) => colour !== undefined);
}

function nameOf(colour: string): string {
  return `ldpc${colour.slice(1)}`;
}

function points(pixels: number): string {
  return `${Number((pixels / PIXELS_PER_POINT).toFixed(2))}pt`;
}

function known(name: string): never {
  throw new Error(`LaTeX has no form for ${name}`);
}
