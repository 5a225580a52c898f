import { extname } from "node:path";
import { requireWritable, writeNewFile } from "../node/disk/disk.ts";
import { FIGURE_SIZE, figureImage, type ImageSize, requirePdfPrinter } from "../node/figure/figure-file.ts";
import { readPointsBelow, readReference } from "../node/run/run-points.ts";
import { type Figure, LEGEND_PLACES } from "../report/chart.ts";
import { compareWithReferences } from "../report/compare.ts";
import {
  AXES_OF_X,
  BESIDE,
  FIGURE_DEFAULTS,
  figureOfRuns,
  INTERVALS,
  SHOWN,
  type TitledFigure,
} from "../report/figure.ts";
import { limits as knownLimits, LIMIT_NAMES, type LimitName } from "../report/limits.ts";
import { figurePage } from "../report/page.ts";
import { FIGURE_STYLES, RATE_NAMES, type RateName, type StyleName } from "../report/style.ts";
import { texFigure } from "../report/tex.ts";
import {
  choice,
  defineCommand,
  evaluateNumber,
  flag,
  inGroup,
  operands,
  parsed,
  text,
  texts,
} from "./command-line/option.ts";
import { UsageError } from "./command-line/parse.ts";
import { COMPARE_OPTIONS, comparisonText, requireConsistency } from "./compare.ts";
import { interruption, untilInterrupted } from "./exit.ts";
import { print, printJson, printText, say } from "./output.ts";

const CURVE_NAMES = [...RATE_NAMES, ...LIMIT_NAMES] as const;
type CurveName = (typeof CURVE_NAMES)[number];

const STYLE_NAMES = Object.keys(FIGURE_STYLES) as StyleName[];

const NO_CURVES: readonly CurveName[] = [];

/** Options for the contents and the style of a figure. */
const FIGURE_OPTIONS = inGroup("Figure", {
  label: texts(
    {
      placeholder: "NAME",
      example: "layered, 20 iterations",
      default: [],
      defaultText: "the properties in which the runs differ",
      single: true,
    },
    "name of a curve in the legend; give one for each run, then for each reference",
  ),
  over: choice(
    AXES_OF_X,
    { default: "channel" },
    "the axis of x: the channel's parameter, or the index of 5G's scheme, with BLER and a curve for each point of the channel",
  ),
  title: text(
    {
      placeholder: "TITLE",
      example: "Min-Max over GF(32)",
      defaultText: "the code's name and length; none with --style paper",
    },
    "title of the figure",
  ),
  show: parsed(
    {
      placeholder: "CURVES",
      example: "fer,ber,normal-approximation",
      defaultText: `${[...SHOWN, ...BESIDE].join(",")}; ber for ser of binary codes`,
    },
    `error rates to draw, of ${RATE_NAMES.join(", ")} (bler: transport blocks of 5G; undetected: wrong frames that satisfy all checks; ml: lower bound of maximum likelihood, by default of runs that reprocess), and limits, of ${LIMIT_NAMES.join(", ")}`,
    readCurves,
  ),
  hide: parsed(
    { seldom: true, placeholder: "CURVES", example: "ser,ml", default: NO_CURVES, defaultText: "none" },
    "error rates and limits of --show, or of its default, that are not drawn",
    readNames,
  ),
  intervals: choice(
    INTERVALS,
    { seldom: true, default: FIGURE_DEFAULTS.intervals },
    "draw 95 % intervals as error bars or as a band, or leave them out",
  ),
  legend: choice(
    LEGEND_PLACES,
    { seldom: true, default: "auto" },
    "place of the legend; auto: in a corner of the axes that no curve enters, else below",
  ),
  style: choice(
    STYLE_NAMES,
    { default: FIGURE_DEFAULTS.style },
    "paper: one column of 8.5 cm in black and grey, without a title",
  ),
  "x-range": rangeOption("1:3", "limits of the axis of the channel's parameter"),
  "y-range": rangeOption("1e-6:1", "limits of the axis of the error rates", ([low], label, value) => {
    if (low > 0) return;
    throw new UsageError(`${label} "${value}": the axis of rates is logarithmic, so both ends are above 0`);
  }),
  size: parsed(
    {
      seldom: true,
      placeholder: "WxH",
      example: "8.5x6cm",
      defaultText: "900x660; with --style paper 8.5 cm and as high as needed",
    },
    "width and height of images in px, cm, mm or in (96 px); a page fits its window",
    readSize,
  ),
});

/** An option for the ends of an axis. */
function rangeOption(
  example: string,
  describe: string,
  check: (range: readonly [number, number], label: string, value: string) => void = () => {},
) {
  const settings = { seldom: true, placeholder: "LOW:HIGH", example, defaultText: "around all points" };
  return parsed(settings, describe, async (value, label) => {
    const range = await readRange(value, label, example);
    check(range, label, value);
    return range;
  });
}

/** Reads a list of rates and limits such as `fer,capacity`. @throws UsageError for another word, or without a rate. */
function readCurves(value: string, label: string): readonly CurveName[] {
  const names = readNames(value, label);
  if (!RATE_NAMES.some((rate) => names.includes(rate)))
    throw new UsageError(
      `${label} "${value}": limits stand beside an error rate; add one, for example fer,${names[0]}`,
    );
  return names;
}

/** Reads a list of rates and limits. @throws UsageError for another word. */
function readNames(value: string, label: string): readonly CurveName[] {
  const words = value.split(",").map((word) => word.trim());
  const wrong = words.find((word) => !(CURVE_NAMES as readonly string[]).includes(word));
  if (wrong !== undefined)
    throw new UsageError(
      `${label} "${value}": "${wrong}" is no error rate and no limit; choose of ${CURVE_NAMES.join(", ")}, for example fer,ser`,
    );
  return CURVE_NAMES.filter((name) => words.includes(name));
}

/**
 * The rates and limits that `--show` and `--hide` leave.
 * @param show rates and limits of `--show`; undefined for the default.
 * @throws UsageError if no rate is left.
 */
function curvesOf(show: readonly CurveName[] | undefined, hide: readonly CurveName[]): DrawnCurves {
  const rates = RATE_NAMES.filter((name) => show?.includes(name) ?? SHOWN.includes(name));
  if (rates.every((rate) => hide.includes(rate)))
    throw new UsageError(`--hide ${hide.join(",")}: no error rate of ${rates.join(", ")} is left to draw; hide fewer`);
  return { ...(show && { show: rates, beside: LIMIT_NAMES.filter((name) => show.includes(name)) }), hide };
}

interface DrawnCurves {
  readonly show?: readonly RateName[];
  readonly hide: readonly CurveName[];
  readonly beside?: readonly LimitName[];
}

/** Reads the ends of `LOW:HIGH`. @throws UsageError unless they are two ascending numbers. */
async function readRange(value: string, label: string, example: string): Promise<readonly [number, number]> {
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
function readSize(value: string, label: string): { readonly width: number; readonly height: number } {
  const [, across, first, down, last] = SIZE.exec(value.trim()) ?? [];
  const width = Number(across) * UNITS[first ?? last ?? "px"];
  const height = Number(down) * UNITS[last ?? first ?? "px"];
  if ([width, height].every((side) => side >= LEAST && side <= MOST))
    return { width: Math.round(width), height: Math.round(height) };
  throw new UsageError(
    `${label} "${value}": give width and height from ${LEAST} to ${MOST} px, for example 900x660 or 8.5x6cm`,
  );
}

const IMAGE = { placeholder: "FILE", seldom: true } as const;

export default defineCommand({
  options: {
    ...inGroup("Files", {
      runs: operands({ example: "runs/nb620" }, "run folders, folders with runs below them, or points.csv files"),
      reference: texts(
        { placeholder: "FILE", example: "paper.csv", default: [], single: true },
        "CSV file of published points: a column ebn0, snr, qber or symbol-error, and fer, or frames and frame_errors; may be repeated",
      ),
    }),
    ...FIGURE_OPTIONS,
    ...COMPARE_OPTIONS,
    ...inGroup("Output", {
      out: texts(
        {
          placeholder: "FILE",
          example: "fer.svg",
          default: [],
          defaultText: "plot.html if nothing is compared",
          single: true,
        },
        "file to write: a page (.html), an image (.svg, .png, or .pdf by Chromium) or LaTeX's pgfplots (.tex); may be repeated",
      ),
      svg: text({ ...IMAGE, example: "fer.svg" }, "SVG image to write, as --out FILE.svg"),
      png: text({ ...IMAGE, example: "fer.png" }, "PNG image to write, as --out FILE.png"),
      force: flag("overwrite files that are there"),
      json: flag("print JSON: the files, and with --compare the comparison"),
    }),
  },
  examples: {
    "ldpc plot runs/sweep": "all runs of a sweep",
    "ldpc plot runs/a runs/b --reference paper.csv --out plot.html": "two runs over a published curve",
    "ldpc plot runs/a --style paper --out fer.tex": "a figure of one column for LaTeX",
    "ldpc plot runs/a --reference paper.csv --compare": "test whether the run is consistent with the published points",
  },
  async run({ runs, reference, out, svg, png, force, size, xRange, yRange, label, title: wanted, ...rest }) {
    const { show, hide, intervals, legend, style, over, ...comparison } = rest;
    const curves = curvesOf(show, hide);
    const { compare, json } = comparison;
    if (comparison.requireConsistent && !compare)
      throw new UsageError("--require-consistent belongs to --compare: add it");
    const named = [...out, withEnding(svg, ".svg"), withEnding(png, ".png")].filter((file) => file !== undefined);
    const files = named.length > 0 || compare ? named : ["plot.html"];
    await checkFigureFiles(files, force);
    const points = readPointsBelow(runs, say);
    const references = reference.flatMap(readReference);
    // The comparison comes first, so that an error in it leaves no files.
    const { significance, correction } = comparison;
    const test = { significance, correction };
    const comparisons = compare ? compareWithReferences(points, references, test) : [];
    const limits = { x: xRange, y: yRange };
    const titled = figureOfRuns(points, references, {
      ...curves,
      onAbsent: (names) => {
        for (const name of names) say(`--show ${name}: not drawn: it is known for ${knownLimits[name].knownFor}`);
      },
      intervals,
      legend,
      style,
      over,
      limits,
      title: wanted,
      labels: label,
    });
    for (const file of files) {
      await writeFigure(file, { ...titled, size: imageSize(style, size) }, force);
      if (!json) print(file);
    }
    if (json) printJson("plot 1", { files, ...(compare && { ...test, comparisons }) });
    else if (compare) printText(comparisonText(comparisons, comparison));
    if (compare) requireConsistency(comparisons, comparison);
  },
});

/** The file of an option for a single format. @throws UsageError for another extension. */
function withEnding(file: string | undefined, ending: string): string | undefined {
  if (file === undefined || extname(file).toLowerCase() === ending) return file;
  throw new UsageError(`--${ending.slice(1)} ${file}: the file to write must end in ${ending}`);
}

/** One column of a journal, in CSS pixels. */
const COLUMN = (8.5 / 2.54) * 96;
/** Dots per inch in print. */
const PRINT_DPI = 600;

/** A figure with the settings of its file. */
interface Drawing extends TitledFigure {
  readonly size: ImageSize;
}

/** Writers of a figure's file by the file's extension. */
const WRITERS: Readonly<Record<string, (drawing: Drawing) => string | Buffer | Promise<string | Buffer>>> = {
  ".html": ({ figure, title }) => figurePage(figure, title),
  ".svg": ({ figure, size }) => figureImage(figure, "svg", size),
  ".png": ({ figure, size }) => figureImage(figure, "png", size),
  ".pdf": ({ figure, size }) => printedUntilInterrupted(figure, size),
  ".tex": ({ figure, size }) => {
    const { width, height = 0.72 * width } = size;
    return texFigure(figure, size === FIGURE_SIZE ? undefined : { width, height });
  },
};
const ENDINGS = Object.keys(WRITERS);

function printedUntilInterrupted(figure: Figure, size: ImageSize): Promise<string | Buffer> {
  return untilInterrupted(async (signal) => {
    try {
      return await figureImage(figure, "pdf", size, signal);
    } catch (error) {
      throw signal.aborted && error === signal.reason ? interruption("no PDF is written") : error;
    }
  });
}

function imageSize(style: StyleName, size: { readonly width: number; readonly height: number } | undefined): ImageSize {
  if (style === "screen") return size ?? FIGURE_SIZE;
  const { leastHeight } = FIGURE_STYLES[style];
  return { ...(size ?? { width: Math.round(COLUMN) }), leastHeight, scale: PRINT_DPI / 96 };
}

/**
 * Checks the names of files before any work.
 * @throws UsageError for a name without the extension of a format, so that a typing error (`--out points.csv`) cannot overwrite data.
 * @throws InputError for an existing file without `force`, a file that cannot be written, or a PDF without Chromium.
 */
async function checkFigureFiles(files: readonly string[], force: boolean): Promise<void> {
  for (const file of files) {
    if (WRITERS[endingOf(file)] === undefined)
      throw new UsageError(`--out ${file}: the file to write must end in ${ENDINGS.join(", ")}`);
    requireWritable(file, { force });
    if (endingOf(file) === ".pdf") await requirePdfPrinter();
  }
}

/** Writes a figure in the format of the file's extension. @throws InputError if the file cannot be written. */
async function writeFigure(file: string, drawing: Drawing, force: boolean): Promise<void> {
  writeNewFile(file, await WRITERS[endingOf(file)](drawing), force);
}

function endingOf(file: string): string {
  return extname(file).toLowerCase();
}
