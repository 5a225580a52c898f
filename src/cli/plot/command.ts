import { extname } from "node:path";
import { InputError } from "../../errors.ts";
import { writeFigureImage, writeFigurePage } from "../../node/figure/figure-file.ts";
import { readPointsBelow, readReference } from "../../node/run/run-points.ts";
import { compareWithReferences } from "../../report/compare.ts";
import { figureOfRuns } from "../../report/figure.ts";
import { defineCommand } from "../command-line/command.ts";
import { flag, operands, text, texts } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { print } from "../output.ts";
import { COMPARE_OPTIONS, checkCompareOptions, printComparison } from "./compare.ts";

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
    ...COMPARE_OPTIONS,
    out: text({
      group: "Output",
      placeholder: "FILE",
      describe: "HTML page to write",
      example: "plot.html",
      defaultText: "plot.html if no other file is named and nothing is compared",
    }),
    svg: text({
      group: "Output",
      placeholder: "FILE",
      describe: "SVG image to write",
      example: "fer.svg",
    }),
    png: text({
      group: "Output",
      placeholder: "FILE",
      describe: "PNG image to write",
      example: "fer.png",
    }),
    title: text({
      group: "Output",
      placeholder: "TITLE",
      describe: "title of the figure",
      example: "Min-Max over GF(32)",
      defaultText: "the code's name",
    }),
    json: flag({ group: "Output", describe: "with --compare: print the comparison as JSON" }),
  },
  examples: [
    { line: "ldpc plot runs/sweep", does: "all runs of a sweep" },
    { line: "ldpc plot runs/a runs/b --reference paper.csv --out plot.html", does: "two runs over a published curve" },
    {
      line: "ldpc plot runs/a --reference paper.csv --compare",
      does: "test whether the run is consistent with the published points",
    },
  ],
  async run({ runs, reference, out, svg, png, title: wanted, ...comparison }) {
    checkCompareOptions(comparison);
    const { compare, json } = comparison;
    const page = out ?? (svg || png || compare ? undefined : "plot.html");
    for (const [file, extension] of [
      [page, ".html"],
      [svg, ".svg"],
      [png, ".png"],
    ] as const) {
      checkExtension(file, extension);
    }
    const points = runs.flatMap((path) => readPointsBelow(path, (said) => process.stderr.write(`ldpc: ${said}\n`)));
    const references = reference.flatMap(readReference);
    // First of all: what cannot be compared leaves nothing behind.
    const comparisons = compare ? compareWithReferences(points, references, comparison) : [];
    const { figure, title } = figureOfRuns(points, references, wanted);
    // Beside a comparison as JSON nothing else may stand on stdout.
    const done = async (file: string, writing: Promise<void>) => {
      await written(file, writing);
      if (!json) print(file);
    };
    if (page !== undefined) await done(page, writeFigurePage(page, figure, title));
    if (svg !== undefined) await done(svg, writeFigureImage(svg, figure, "svg"));
    if (png !== undefined) await done(png, writeFigureImage(png, figure, "png"));
    if (compare) printComparison(comparisons, comparison);
  },
});

/** Keeps a slip of the hand (`--out points.csv`) from overwriting data. */
function checkExtension(file: string | undefined, extension: string): void {
  if (file === undefined || extname(file).toLowerCase() === extension) return;
  throw new UsageError(`the file to write must end in ${extension}, not be "${file}"`);
}

async function written(file: string, writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || error instanceof InputError) throw error;
    throw new InputError(`cannot be written (${code}); name a file in a folder that exists`, { file });
  }
}
