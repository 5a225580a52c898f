/**
 * Colours of runs, in order: Okabe and Ito's palette (2008), distinct for colour-blind readers and in grey print,
 * without its yellow, which is too faint on white.
 */
export const RUN_COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"] as const;

/** Colours of published curves: greys, less prominent than the runs. */
const REFERENCE_COLOURS = ["#444444", "#888888"] as const;

/**
 * The error rates that a figure can show, in the order in which they are drawn: `undetected` of wrong frames that satisfy
 * all checks, `ml` the lower bound of maximum likelihood.
 */
export const RATE_NAMES = ["fer", "ser", "ber", "undetected", "ml"] as const;
export type RateName = (typeof RATE_NAMES)[number];

/** Line and marker that distinguish the curves of the error rates. */
export interface RateStyle {
  readonly dash: "solid" | "dash" | "dashdot" | "dot";
  /** Open markers are white inside. */
  readonly open: boolean;
  /** Markers of runs. */
  readonly symbols: readonly string[];
  /** Markers of published curves. */
  readonly referenceSymbols: readonly string[];
  readonly boundSymbol: string;
  /** Size over the size of other markers: the bounds of several rates are often equal, and then one is drawn inside the other. */
  readonly boundScale: number;
}

/** Marker of the upper bound of a rate without any error. */
export const BOUND_SYMBOL = "triangle-down";
/** Ring around a point whose simulation is unfinished, and its size over that of the marker. */
export const UNFINISHED = { symbol: "circle-open", scale: 2 } as const;

export const RATE_STYLES: Readonly<Record<RateName, RateStyle>> = {
  fer: {
    dash: "solid",
    open: false,
    symbols: ["circle", "diamond", "hexagon"],
    referenceSymbols: ["x-thin", "asterisk"],
    boundSymbol: BOUND_SYMBOL,
    boundScale: 1.25,
  },
  ser: {
    dash: "dash",
    open: true,
    symbols: ["square", "diamond", "hexagon"],
    referenceSymbols: ["cross-thin", "y-down"],
    boundSymbol: `${BOUND_SYMBOL}-open`,
    boundScale: 2.125,
  },
  ber: {
    dash: "dashdot",
    open: true,
    symbols: ["circle", "hexagon", "diamond"],
    referenceSymbols: ["y-down", "cross-thin"],
    boundSymbol: `${BOUND_SYMBOL}-open`,
    boundScale: 3,
  },
  undetected: {
    dash: "dot",
    open: true,
    symbols: ["diamond", "square", "hexagon"],
    referenceSymbols: ["y-down", "cross-thin"],
    boundSymbol: `${BOUND_SYMBOL}-open`,
    boundScale: 1.7,
  },
  ml: {
    dash: "dot",
    open: true,
    symbols: ["triangle-up"],
    referenceSymbols: ["triangle-up"],
    boundSymbol: BOUND_SYMBOL,
    boundScale: 1.25,
  },
};

/** Markers of curves that have one colour: each differs in print. */
const PAPER_SYMBOLS = ["circle", "square", "triangle-up", "diamond", "hexagon", "star"];

/** The look of a figure. Sizes are in CSS pixels. */
export interface FigureStyle {
  readonly runColours: readonly string[];
  readonly referenceColours: readonly string[];
  /** The property that distinguishes neighbouring curves. The other property changes after each round. */
  readonly differsBy: "colour" | "marker";
  readonly rates: Readonly<Record<RateName, RateStyle>>;
  readonly fontSize: number;
  readonly titleSize: number;
  readonly axisTitleSize: number;
  readonly lineWidth: number;
  readonly markerSize: number;
  /** Least height of the axes. */
  readonly leastHeight: number;
  /** Whether a figure without a title of its own has none: in a paper the caption is the title. */
  readonly isUntitled: boolean;
}

/** Size of labels in CSS pixels. */
export const FONT_SIZE = 14;

const SCREEN: FigureStyle = {
  runColours: RUN_COLOURS,
  referenceColours: REFERENCE_COLOURS,
  differsBy: "colour",
  rates: RATE_STYLES,
  fontSize: FONT_SIZE,
  titleSize: 20,
  axisTitleSize: 17,
  lineWidth: 2,
  markerSize: 8,
  leastHeight: 280,
  isUntitled: false,
};

/** The styles by the words of `--style`. In black-and-white print, the curves of `paper` are distinguishable. */
export const FIGURE_STYLES = {
  screen: SCREEN,
  paper: {
    ...SCREEN,
    runColours: ["#000000", "#777777"],
    referenceColours: ["#000000", "#777777"],
    differsBy: "marker",
    rates: {
      fer: { ...RATE_STYLES.fer, symbols: PAPER_SYMBOLS },
      ser: { ...RATE_STYLES.ser, symbols: PAPER_SYMBOLS },
      ber: { ...RATE_STYLES.ber, symbols: PAPER_SYMBOLS },
      undetected: { ...RATE_STYLES.undetected, symbols: PAPER_SYMBOLS },
      ml: RATE_STYLES.ml,
    },
    fontSize: 10.5,
    titleSize: 12,
    axisTitleSize: 11.5,
    lineWidth: 1.1,
    markerSize: 5.5,
    leastHeight: 170,
    isUntitled: true,
  },
} as const satisfies Readonly<Record<string, FigureStyle>>;
export type StyleName = keyof typeof FIGURE_STYLES;

/** Text, lines and paper. */
export const INK = "#222222";
export const GRID = "#d4d4d4";
export const MINOR_GRID = "#efefef";
export const PAPER = "#ffffff";
/** Mean width of a character in em: that of DejaVu Sans, which is a wide font. */
export const CHARACTER = 0.6;
export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
