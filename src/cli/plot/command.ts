import { extname } from "node:path";
import { readPointsBelow, readReference } from "../../node/run/run-points.ts";
import { compareWithReferences } from "../../report/compare.ts";
import { figureOfRuns } from "../../report/figure.ts";
import { limits as knownLimits } from "../../report/limits/limits.ts";
import { defineCommand } from "../command-line/command.ts";
import { flag, operands, text, texts } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { print, say } from "../output.ts";
import { COMPARE_OPTIONS, checkCompareOptions, printComparison } from "./compare.ts";
import { checkFigureFiles, imageSize, writeFigure } from "./files.ts";
import { curvesOf, FIGURE_OPTIONS } from "./options.ts";

const IMAGE = { group: "Output", placeholder: "FILE", seldom: true } as const;

export default defineCommand({
  options: {
    runs: operands({
      group: "Files",
      describe: "run folders, folders with runs below them, or points.csv files",
      example: "runs/nb620",
    }),
    reference: texts({
      group: "Files",
      placeholder: "FILE",
      describe:
        "CSV file of published points: a column ebn0, snr, qber or symbol-error, and fer, or frames and frame_errors; may be repeated",
      example: "paper.csv",
      default: [],
      single: true,
    }),
    ...FIGURE_OPTIONS,
    ...COMPARE_OPTIONS,
    out: texts({
      group: "Output",
      placeholder: "FILE",
      describe:
        "file to write: a page (.html), an image (.svg, .png, or .pdf by Chromium) or LaTeX's pgfplots (.tex); may be repeated",
      example: "fer.svg",
      default: [],
      defaultText: "plot.html if nothing is compared",
      single: true,
    }),
    svg: text({ ...IMAGE, describe: "SVG image to write, as --out FILE.svg", example: "fer.svg" }),
    png: text({ ...IMAGE, describe: "PNG image to write, as --out FILE.png", example: "fer.png" }),
    force: flag({ group: "Output", describe: "overwrite files that are there" }),
    json: flag({ group: "Output", describe: "with --compare: print the comparison as JSON" }),
  },
  examples: [
    { line: "ldpc plot runs/sweep", does: "all runs of a sweep" },
    { line: "ldpc plot runs/a runs/b --reference paper.csv --out plot.html", does: "two runs over a published curve" },
    { line: "ldpc plot runs/a --style paper --out fer.tex", does: "a figure of one column for LaTeX" },
    {
      line: "ldpc plot runs/a --reference paper.csv --compare",
      does: "test whether the run is consistent with the published points",
    },
  ],
  async run({ runs, reference, out, svg, png, force, size, xRange, yRange, label, title: wanted, ...rest }) {
    const { show, hide, intervals, style, ...comparison } = rest;
    const curves = curvesOf(show, hide);
    checkCompareOptions(comparison);
    const { compare, json } = comparison;
    const named = [...out, withEnding(svg, ".svg"), withEnding(png, ".png")].filter((file) => file !== undefined);
    const files = named.length > 0 || compare ? named : ["plot.html"];
    await checkFigureFiles(files, force);
    const points = readPointsBelow(runs, say);
    const references = reference.flatMap(readReference);
    // The comparison comes first, so that an error in it leaves no files.
    const comparisons = compare ? compareWithReferences(points, references, comparison) : [];
    const limits = { x: xRange, y: yRange };
    const titled = figureOfRuns(points, references, {
      ...curves,
      onAbsent: (names) => {
        for (const name of names) say(`--show ${name}: not drawn: it is known for ${knownLimits[name].knownFor}`);
      },
      intervals,
      style,
      limits,
      title: wanted,
      labels: label,
    });
    for (const file of files) {
      await writeFigure(file, { ...titled, size: imageSize(style, size) }, force);
      // With --json, stdout contains only the comparison.
      if (!json) print(file);
    }
    if (compare) printComparison(comparisons, comparison);
  },
});

/** The file of an option for a single format. @throws UsageError for another extension. */
function withEnding(file: string | undefined, ending: string): string | undefined {
  if (file === undefined || extname(file).toLowerCase() === ending) return file;
  throw new UsageError(`--${ending.slice(1)} ${file}: the file to write must end in ${ending}`);
}
