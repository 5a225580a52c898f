import { BESIDE, FIGURE_DEFAULTS, SHOWN } from "../../report/figure.ts";
import { LIMIT_NAMES, type LimitName } from "../../report/limits/limits.ts";
import { FIGURE_STYLES, RATE_NAMES, type RateName, type StyleName } from "../../report/style.ts";
import { INTERVALS } from "../../report/traces.ts";
import { choice, parsed, text, texts } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { evaluateNumber } from "../options/expression.ts";

const CURVE_NAMES = [...RATE_NAMES, ...LIMIT_NAMES] as const;
type CurveName = (typeof CURVE_NAMES)[number];

/** Names of the styles. */
const STYLE_NAMES = Object.keys(FIGURE_STYLES) as StyleName[];

const NO_CURVES: readonly CurveName[] = [];

/** Options for the contents and the style of a figure. */
export const FIGURE_OPTIONS = {
  label: texts({
    group: "Figure",
    placeholder: "NAME",
    describe: "name of a curve in the legend; give one for each run, then for each reference",
    example: "layered, 20 iterations",
    default: [],
    defaultText: "the properties in which the runs differ",
    single: true,
  }),
  title: text({
    group: "Figure",
    placeholder: "TITLE",
    describe: "title of the figure",
    example: "Min-Max over GF(32)",
    defaultText: "the code's name and length; none with --style paper",
  }),
  show: parsed(
    {
      group: "Figure",
      placeholder: "CURVES",
      describe: `error rates to draw, of ${RATE_NAMES.join(", ")} (undetected: wrong frames that satisfy all checks; ml: lower bound of maximum likelihood, by default of runs that reprocess), and limits, of ${LIMIT_NAMES.join(", ")}`,
      example: "fer,ber,normal-approximation",
      defaultText: `${[...SHOWN, ...BESIDE].join(",")}; ber for ser of binary codes`,
    },
    readCurves,
  ),
  hide: parsed(
    {
      group: "Figure",
      seldom: true,
      placeholder: "CURVES",
      describe: "error rates and limits of --show, or of its default, that are not drawn",
      example: "ser,ml",
      default: NO_CURVES,
      defaultText: "none",
    },
    readNames,
  ),
  intervals: choice(INTERVALS, {
    group: "Figure",
    seldom: true,
    describe: "draw 95 % intervals as error bars or as a band, or leave them out",
    default: FIGURE_DEFAULTS.intervals,
  }),
  style: choice(STYLE_NAMES, {
    group: "Figure",
    describe: "paper: one column of 8.5 cm, curves distinguished by markers in black and white",
    default: FIGURE_DEFAULTS.style,
  }),
  "x-range": parsed<readonly [number, number], Ranged>(
    { ...ranged("the channel's parameter"), example: "1:3" },
    (value, label) => readRange(value, label, "1:3"),
  ),
  "y-range": parsed<readonly [number, number], Ranged>(
    { ...ranged("the error rates"), example: "1e-6:1" },
    async (value, label) => {
      const range = await readRange(value, label, "1e-6:1");
      if (range[0] > 0) return range;
      throw new UsageError(`${label} "${value}": the axis of rates is logarithmic, so both ends are above 0`);
    },
  ),
  size: parsed(
    {
      group: "Figure",
      seldom: true,
      placeholder: "WxH",
      describe: "width and height of images in px, cm, mm or in (96 px); a page fits its window",
      example: "8.5x6cm",
      defaultText: "900x660; with --style paper 8.5 cm and as high as needed",
    },
    readSize,
  ),
} as const;

interface Ranged {
  readonly group: "Figure";
  readonly seldom: true;
  readonly placeholder: string;
  readonly describe: string;
  readonly example: string;
  readonly defaultText: string;
}

function ranged(what: string) {
  return {
    group: "Figure",
    seldom: true,
    placeholder: "LOW:HIGH",
    describe: `limits of the axis of ${what}`,
    defaultText: "around all points",
  } as const;
}

/** Reads a list of rates and limits such as `fer,capacity`. @throws UsageError for another word, or without a rate. */
export function readCurves(value: string, label: string): readonly CurveName[] {
  const names = readNames(value, label);
  if (!RATE_NAMES.some((rate) => names.includes(rate))) {
    throw new UsageError(
      `${label} "${value}": limits stand beside an error rate; add one, for example fer,${names[0]}`,
    );
  }
  return names;
}

/** Reads a list of rates and limits. @throws UsageError for another word. */
function readNames(value: string, label: string): readonly CurveName[] {
  const words = value.split(",").map((word) => word.trim());
  const wrong = words.find((word) => !(CURVE_NAMES as readonly string[]).includes(word));
  if (wrong !== undefined) {
    throw new UsageError(
      `${label} "${value}": "${wrong}" is no error rate and no limit; choose of ${CURVE_NAMES.join(", ")}, for example fer,ser`,
    );
  }
  return CURVE_NAMES.filter((name) => words.includes(name));
}

/**
 * The rates and limits that `--show` and `--hide` leave.
 * @param show rates and limits of `--show`; undefined for the default.
 * @throws UsageError if no rate is left.
 */
export function curvesOf(show: readonly CurveName[] | undefined, hide: readonly CurveName[]): DrawnCurves {
  const rates = RATE_NAMES.filter((name) => show?.includes(name) ?? SHOWN.includes(name));
  if (rates.every((rate) => hide.includes(rate))) {
    throw new UsageError(`--hide ${hide.join(",")}: no error rate of ${rates.join(", ")} is left to draw; hide fewer`);
  }
  return { ...(show && { show: rates, beside: LIMIT_NAMES.filter((name) => show.includes(name)) }), hide };
}

interface DrawnCurves {
  readonly show?: readonly RateName[];
  readonly hide: readonly CurveName[];
  readonly beside?: readonly LimitName[];
}

/** Reads the ends of `LOW:HIGH`. @throws UsageError unless they are two ascending numbers. */
export async function readRange(value: string, label: string, example: string): Promise<readonly [number, number]> {
  const rule = `give the lower end, a colon and the upper end, for example ${example}`;
  const parts = value.split(":");
  if (parts.length !== 2) throw new UsageError(`${label} "${value}": ${rule}`);
  const [low, high] = [await evaluateNumber(parts[0], label, rule), await evaluateNumber(parts[1], label, rule)];
  if (!(low < high)) throw new UsageError(`${label} "${value}": ${rule}`);
  return [low, high];
}

/** CSS pixels of a unit of length. */
const UNITS: Readonly<Record<string, number>> = { px: 1, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54 };
const SIZE = /^(\d+(?:\.\d+)?)(px|in|cm|mm)?\s*[x×]\s*(\d+(?:\.\d+)?)(px|in|cm|mm)?$/;
/** Smallest and largest side of an image in CSS pixels. */
const [LEAST, MOST] = [160, 5000];

/** Reads width and height in CSS pixels from `900x660` or `8.5x6cm`. @throws UsageError for another text, or a side out of range. */
export function readSize(value: string, label: string): { readonly width: number; readonly height: number } {
  const [, across, first, down, last] = SIZE.exec(value.trim()) ?? [];
  const width = Number(across) * UNITS[first ?? last ?? "px"];
  const height = Number(down) * UNITS[last ?? first ?? "px"];
  if ([width, height].every((side) => side >= LEAST && side <= MOST)) {
    return { width: Math.round(width), height: Math.round(height) };
  }
  throw new UsageError(
    `${label} "${value}": give width and height from ${LEAST} to ${MOST} px, for example 900x660 or 8.5x6cm`,
  );
}
