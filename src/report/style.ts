/**
 * Colours of runs, in order: Okabe and Ito's palette (2008), distinct for colour-blind readers and in grey print,
 * without its yellow, which is too faint on white.
 */
export const RUN_COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"] as const;

/** Colours of published curves: greys, less prominent than the runs. */
export const REFERENCE_COLOURS = ["#444444", "#888888"] as const;

/** The error rates that a figure shows. */
export type RateName = "fer" | "ser" | "ml";

/** Line and marker that distinguish the curves of the error rates. */
export interface RateStyle {
  readonly dash: "solid" | "dash" | "dot";
  /** Open markers are white inside. */
  readonly open: boolean;
  /** Markers of runs; each round through the colours uses the next marker. */
  readonly symbols: readonly string[];
  /** Markers of published curves, likewise. */
  readonly referenceSymbols: readonly string[];
  readonly boundSymbol: string;
  /** The bounds of FER and SER are often equal, and then one is drawn inside the other. */
  readonly boundSize: number;
}

/** Marker of the upper bound of a rate without any error. */
export const BOUND_SYMBOL = "triangle-down";

export const RATE_STYLES: Readonly<Record<RateName, RateStyle>> = {
  fer: {
    dash: "solid",
    open: false,
    symbols: ["circle", "diamond", "hexagon"],
    referenceSymbols: ["x-thin", "asterisk"],
    boundSymbol: BOUND_SYMBOL,
    boundSize: 10,
  },
  ser: {
    dash: "dash",
    open: true,
    symbols: ["square", "diamond", "hexagon"],
    referenceSymbols: ["cross-thin", "y-down"],
    boundSymbol: `${BOUND_SYMBOL}-open`,
    boundSize: 17,
  },
  ml: {
    dash: "dot",
    open: true,
    symbols: ["triangle-up"],
    referenceSymbols: ["triangle-up"],
    boundSymbol: BOUND_SYMBOL,
    boundSize: 10,
  },
};

/** Text, lines and paper. */
export const INK = "#222222";
export const GRID = "#d4d4d4";
export const MINOR_GRID = "#efefef";
export const PAPER = "#ffffff";
/** Size of labels in CSS pixels. */
export const FONT_SIZE = 14;
/** Mean width of a character in em: that of DejaVu Sans, which is a wide font. */
export const CHARACTER = 0.6;
export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
