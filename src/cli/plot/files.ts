import { extname } from "node:path";
import { requireWritable, writeNewFile } from "../../node/disk/new-file.ts";
import { FIGURE_SIZE, figureImage, figurePageText, type ImageSize } from "../../node/figure/figure-file.ts";
import { requirePdfPrinter } from "../../node/figure/pdf.ts";
import { INTERRUPTED } from "../../node/interrupts.ts";
import type { Figure, TitledFigure } from "../../report/figure.ts";
import { FIGURE_STYLES, type StyleName } from "../../report/style.ts";
import { texFigure } from "../../report/tex/figure-tex.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { CommandExit } from "../exit.ts";
import { untilInterrupted } from "../interrupt.ts";

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
  ".html": ({ figure, title }) => figurePageText(figure, title),
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
      if (signal.aborted && error === signal.reason)
        throw new CommandExit("interrupted; no PDF is written", INTERRUPTED);
      throw error;
    }
  });
}

/** Size of images. */
export function imageSize(
  style: StyleName,
  size: { readonly width: number; readonly height: number } | undefined,
): ImageSize {
  if (style === "screen") return size ?? FIGURE_SIZE;
  const { leastHeight } = FIGURE_STYLES[style];
  return { ...(size ?? { width: Math.round(COLUMN) }), leastHeight, scale: PRINT_DPI / 96 };
}

/**
 * Checks the names of files before any work.
 * @throws UsageError for a name without the extension of a format, so that a typing error (`--out points.csv`) cannot overwrite data.
 * @throws InputError for an existing file without `force`, a file that cannot be written, or a PDF without Chromium.
 */
export async function checkFigureFiles(files: readonly string[], force: boolean): Promise<void> {
  for (const file of files) {
    if (WRITERS[endingOf(file)] === undefined) {
      throw new UsageError(`--out ${file}: the file to write must end in ${ENDINGS.join(", ")}`);
    }
    requireWritable(file, { force });
    if (endingOf(file) === ".pdf") await requirePdfPrinter();
  }
}

/** Writes a figure in the format of the file's extension. @throws InputError if the file cannot be written. */
export async function writeFigure(file: string, drawing: Drawing, force: boolean): Promise<void> {
  writeNewFile(file, await WRITERS[endingOf(file)](drawing), force);
}

function endingOf(file: string): string {
  return extname(file).toLowerCase();
}
