import type { Curve, Dash, Entry, Figure, Line, Marker, MarkerSymbol } from "./chart.ts";
import type { FigureSize } from "./page.ts";

const LINES: Readonly<Record<Dash, string>> = {
  solid: "solid",
  dash: "dashed",
  dashdot: "dash dot",
  dot: "dotted",
  longdash: "loosely dashed",
  longdashdot: "loosely dash dot",
  sparse: "loosely dotted",
};

/** Markers of pgfplots and its library plotmarks. */
const MARKS: Readonly<Record<MarkerSymbol, string>> = {
  circle: "*",
  square: "square*",
  diamond: "diamond*",
  hexagon: "pentagon*",
  star: "star",
  triangle: "triangle*",
  x: "x",
  plus: "+",
  asterisk: "asterisk",
  tripod: "Mercedes star",
};

const PIXELS_PER_POINT = 96 / 72.27;

/** Places of the legend, in pgfplots. */
const PLACES: Readonly<Record<string, string>> = {
  "top-right": "legend pos=north east,",
  "top-left": "legend pos=north west,",
  "bottom-right": "legend pos=south east,",
  "bottom-left": "legend pos=south west,",
};
const BELOW = "legend style={at={(0.5,0)}, yshift=-3em, anchor=north, draw=none, font=\\footnotesize},";

/**
 * A figure of error rates for LaTeX: a tikzpicture of pgfplots with the data in it, to be read by \input. The legend has the curves and
 * the key. The caption takes the place of the title.
 * @param size of the picture without its legend, in CSS pixels; as wide as a line of text if left out.
 */
export function texFigure(
  { panels: [{ x, y, curves, entries, key = [] }], legend = "auto" }: Figure,
  size?: FigureSize,
): string {
  const [low, high] = y.range.map((end) => end.toPrecision(6));
  const all = legend === "none" ? [] : [...entries, ...key];
  const colours = [...new Set([...curves, ...all].flatMap(coloursOf))];
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
    `  xlabel={${texOfMarkup(x.title)}}, ylabel={${texOfMarkup(y.title)}},`,
    `  xmin=${x.range[0]}, xmax=${x.range[1]}, ymin=${low}, ymax=${high},`,
    "  grid=both, major grid style={black!20}, minor grid style={black!8}, minor x tick num=1,",
    `  ${PLACES[legend] ?? BELOW} legend cell align=left,`,
    "]",
    ...curves.map(plot),
    ...all.map((entry) => {
      const name = `${texOfMarkup(entry.name)}${entry.marker?.isLimit ? ", bar down" : ""}`;
      return `\\addlegendimage{${styleOf(entry)}}\n\\addlegendentry{${name}}`;
    }),
    "\\end{semilogyaxis}",
    "\\end{tikzpicture}",
  ].join("\n")}\n`;
}

/** A curve with its points; plots are kept out of the legend, which has entries of its own. */
function plot(curve: Curve): string {
  const { intervals, marker } = curve;
  if (intervals?.as === "band") {
    const there = curve.points.map(([x, y, , high = y]) => `${x} ${high}`);
    const back = curve.points.map(([x, y, low = y]) => `${x} ${low}`).reverse();
    const rows = ["x y", ...there, ...back].join("\n");
    const style = `draw=none, fill=${nameOf(intervals.colour)}, fill opacity=0.18`;
    return `\\addplot[forget plot, ${style}] table[x=x, y=y] {\n${rows}\n} \\closedcycle;`;
  }
  // An upper limit has a bar down alone.
  const isLimit = marker?.isLimit === true;
  const hasBars = intervals !== undefined || isLimit;
  const rows = curve.points.map(([x, y, low = y, high = y]) => {
    const bar = isLimit ? [0, y / 2] : [high - y, y - low];
    return [x, y, ...(hasBars ? bar : [])].join(" ");
  });
  const columns = hasBars ? "x=x, y=y, y error plus=plus, y error minus=minus" : "x=x, y=y";
  const errors = hasBars ? ", error bars/.cd, y dir=both, y explicit, error bar style={solid}" : "";
  const header = hasBars ? "x y plus minus" : "x y";
  return `\\addplot[forget plot, ${styleOf(curve)}${errors}] table[${columns}] {\n${[header, ...rows].join("\n")}\n};`;
}

function styleOf({ line, marker }: { readonly line?: Line; readonly marker?: Marker }): string {
  return [
    ...(line === undefined
      ? ["only marks"]
      : [`color=${nameOf(line.colour)}`, `line width=${points(line.width)}`, LINES[line.dash]]),
    ...(marker === undefined ? ["mark=none"] : markOf(marker)),
  ].join(", ");
}

function markOf({ symbol, size, fill, stroke }: Marker): string[] {
  const radius = points(size / 2);
  const inside = fill === "none" ? "none" : nameOf(fill);
  return [
    `mark=${MARKS[symbol]}`,
    `mark size=${radius}`,
    `mark options={solid, draw=${nameOf(stroke)}, fill=${inside}}`,
  ];
}

function coloursOf({ line, marker, intervals }: Curve | (Entry & { readonly intervals?: undefined })): string[] {
  const all = [line?.colour, marker?.fill, marker?.stroke, intervals?.colour];
  return all.filter((colour) => colour !== undefined && colour !== "none") as string[];
}

function nameOf(colour: string): string {
  return `ldpc${colour.slice(1)}`;
}

function points(pixels: number): string {
  return `${Number((pixels / PIXELS_PER_POINT).toFixed(2))}pt`;
}

/** Characters that LaTeX takes for commands, and the text that sets them. */
const COMMANDS: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  "%": "\\%",
  _: "\\_",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "\\textquotedbl{}",
  "`": "\\textasciigrave{}",
  "−": "$-$",
  "≥": "$\\geq$",
  σ: "$\\sigma$",
  α: "$\\alpha$",
};

/**
 * Text as LaTeX sets it. Every character of a command is escaped, ligatures are kept apart, control characters are dropped, and a
 * line break becomes a space.
 * @example
 * escapeTex("50 % of_{x}"); // → "50 \\% of\\_\\{x\\}"
 */
export function escapeTex(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}/gu, "")
    .replace(/[\\{}$&#%_^~<>|"`−≥σα]/g, (character) => COMMANDS[character])
    .replace(/-(?=-)/g, "-{}");
}

/** Tags of labels, and the commands that set them. */
const MARKUP_COMMANDS: Readonly<Record<string, string>> = {
  b: "\\textbf{",
  i: "\\textit{",
  sub: "\\textsubscript{",
  sup: "\\textsuperscript{",
};

/** A label of a figure (escaped text with the tags <b>, <i>, <sub> and <sup>) in LaTeX. */
export function texOfMarkup(markup: string): string {
  return markup
    .split(/(<[^>]*>)/)
    .map((part) => {
      const tag = /^<(\/?)(\w+)[^>]*>$/.exec(part);
      if (tag === null) return escapeTex(unescaped(part));
      if (tag[2] === "br") return " ";
      if (MARKUP_COMMANDS[tag[2]] === undefined) return "";
      return tag[1] === "" ? MARKUP_COMMANDS[tag[2]] : "}";
    })
    .join("");
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
