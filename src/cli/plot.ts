import { extname } from "node:path";
import type { CommandModule } from "yargs";
import { InputError } from "../errors.ts";
import { writeFigureImage, writeFigurePage } from "../node/figure-file.ts";
import { readReference, readRunPoints } from "../node/run-points.ts";
import { compareWithReferences } from "../report/compare.ts";
import { figureOfRuns } from "../report/figure.ts";
import { print } from "./output.ts";
import { type CompareArguments, checkCompareOptions, printComparison, withCompareOptions } from "./plot-compare.ts";

interface PlotArguments extends CompareArguments {
  readonly runs: readonly string[];
  readonly reference: readonly string[];
  readonly out?: string;
  readonly svg?: string;
  readonly png?: string;
  readonly title?: string;
}

const command: CommandModule<object, PlotArguments> = {
  command: "plot <runs..>",
  describe: "draw FER and SER of runs over Eb/N0, SNR, QBER or symbol error",
  builder: (yargs) =>
    withCompareOptions(yargs)
      .positional("runs", {
        type: "string",
        array: true,
        demandOption: true,
        describe: "run folders or points.csv files",
      })
      .option("reference", {
        type: "string",
        array: true,
        nargs: 1,
        default: [],
        describe:
          "CSV file of published points: ebn0 (or snr, qber, symbol-error) and fer, or frames and frame_errors; may be repeated",
      })
      .option("out", {
        type: "string",
        requiresArg: true,
        describe: "HTML page to write, plot.html if no file is named and nothing compared",
      })
      .option("svg", { type: "string", requiresArg: true, describe: "SVG image to write; needs Chromium" })
      .option("png", { type: "string", requiresArg: true, describe: "PNG image to write; needs Chromium" })
      .option("title", { type: "string", requiresArg: true, describe: "title instead of the code's name" })
      .example("$0 plot runs/a runs/b --reference paper.csv --out plot.html", "two runs over a published curve")
      .example("$0 plot runs/a --reference paper.csv --compare", "is the run consistent with the published points?"),
  async handler({ runs, reference, out, svg, png, title: wanted, ...comparison }) {
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
    const points = runs.map(readRunPoints);
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
};

export default command;

/** Keeps a slip of the hand (`--out points.csv`) from overwriting data. */
function checkExtension(file: string | undefined, extension: string): void {
  if (file === undefined || extname(file).toLowerCase() === extension) return;
  throw new InputError(`the file to write must end in ${extension}, not be "${file}"`);
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
