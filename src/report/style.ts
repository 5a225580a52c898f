import type { Dash, FigureStyle, MarkerSymbol } from "./chart.ts";

/**
 * Colours of runs, in order: Okabe and Ito's palette (2008), distinct for colour-blind readers and in grey print,
 * without its yellow, which is too faint on white.
 */
export const RUN_COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"] as const;

/** Colours of published curves: greys, less prominent than the runs. */
const REFERENCE_COLOURS = ["#444444", "#888888"] as const;

/**
 * The error rates that a figure can show, in the order in which they are drawn: `bler` of transport blocks of 5G, `undetected` of wrong frames
 * that satisfy all checks, `ml` the lower bound of maximum likelihood.
 */
export const RATE_NAMES = ["fer", "bler", "ser", "ber", "undetected", "ml"] as const;
export type RateName = (typeof RATE_NAMES)[number];

/** How the curves of an error rate differ from the curves of the others. */
export interface RateStyle {
  readonly dash: Dash;
  /** Open markers have the colour of the paper inside. */
  readonly isOpen: boolean;
  /** Size of the marker of an upper bound over that of other markers: the bounds of several rates are often equal, and one is drawn in another. */
  readonly boundScale: number;
  /** Marker of the rate where there is one run alone. */
  readonly symbol: MarkerSymbol;
}

export const RATE_STYLES: Readonly<Record<RateName, RateStyle>> = {
  fer: { dash: "solid", isOpen: false, boundScale: 1, symbol: "circle" },
  bler: { dash: "solid", isOpen: true, boundScale: 1.2, symbol: "star" },
  ser: { dash: "dash", isOpen: true, boundScale: 1.7, symbol: "square" },
  ber: { dash: "dashdot", isOpen: true, boundScale: 2.4, symbol: "hexagon" },
  undetected: { dash: "dot", isOpen: true, boundScale: 1.35, symbol: "diamond" },
  ml: { dash: "sparse", isOpen: true, boundScale: 1, symbol: "triangle" },
};

/** Markers of runs and of published curves, in order. */
export const RUN_SYMBOLS: readonly MarkerSymbol[] = ["circle", "square", "triangle", "diamond", "hexagon", "star"];
export const REFERENCE_SYMBOLS: readonly MarkerSymbol[] = ["x", "plus", "asterisk", "tripod"];

/** Size of labels in CSS pixels. */
export const FONT_SIZE = 14;

/** The styles by the words of `--style`. Neighbouring curves differ by their markers in both; `paper` has black and grey alone. */
export const FIGURE_STYLES = {
  screen: {
    runColours: RUN_COLOURS,
    referenceColours: REFERENCE_COLOURS,
    fontSize: FONT_SIZE,
    titleSize: 20,
    axisTitleSize: 17,
    legendRow: 22,
    lineWidth: 2,
    markerSize: 8,
    leastHeight: 280,
    isUntitled: false,
    hasDark: true,
  },
  paper: {
    runColours: ["#000000", "#777777"],
    referenceColours: ["#000000", "#777777"],
    fontSize: 10.5,
    titleSize: 12,
    axisTitleSize: 11.5,
    legendRow: 14,
    lineWidth: 1.1,
    markerSize: 5.5,
    leastHeight: 170,
    isUntitled: true,
    hasDark: false,
  },
} as const satisfies Readonly<Record<string, FigureStyle>>;
export type StyleName = keyof typeof FIGURE_STYLES;

/** Text, lines and paper. */
export const INK = "#222222";
export const GRID = "#d4d4d4";
export const MINOR_GRID = "#efefef";
export const PAPER = "#ffffff";
/** Subtitles, and limits behind the runs. */
export const FAINT_INK = "#555555";
export const LIMIT_COLOUR = "#777777";
/** Mean width of a character in em: that of DejaVu Sans, which is a wide font. */
export const CHARACTER = 0.6;
export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/** Colours of drawings, and what takes their place on dark paper: greys turn over, colours of curves become a little lighter. */
const DARK: Readonly<Record<string, string>> = {
  [INK]: "#dddddd",
  [PAPER]: "#161616",
  [GRID]: "#444444",
  [MINOR_GRID]: "#2a2a2a",
  [FAINT_INK]: "#aaaaaa",
  [LIMIT_COLOUR]: "#909090",
  [REFERENCE_COLOURS[0]]: "#c4c4c4",
  [REFERENCE_COLOURS[1]]: "#8c8c8c",
  [RUN_COLOURS[0]]: "#4aa3df",
};

/** The style sheet that darkens the drawings of a page, and the page, for readers who want dark pages. */
export const DARK_CSS = `@media screen and (prefers-color-scheme: dark) {
  html { color-scheme: dark; } body { background: ${DARK[PAPER]}; color: ${DARK[INK]}; }
${Object.entries(DARK)
  .map(([light, dark]) => `  svg [fill="${light}"] { fill: ${dark}; } svg [stroke="${light}"] { stroke: ${dark}; }`)
  .join("\n")}
}`;
