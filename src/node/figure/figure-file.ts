import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { InputError } from "../../errors.ts";
import type { Figure } from "../../report/figure.ts";
import { type FittedFigure, fitFigure } from "../../report/fit.ts";
import { withMarkup } from "../../report/image/markup.ts";
import { vegaSpec } from "../../report/image/spec.ts";
import { figurePage } from "../../report/page.ts";
import { newFileError } from "../disk/disk.ts";
import { FONTS } from "./fonts.ts";
import { pdfOf } from "./pdf.ts";

/** Width and height of a figure in print, in CSS pixels. */
export const FIGURE_SIZE: ImageSize = { width: 900, height: 660, grows: true };

/** Lower axes are not readable: their labels overlap. In CSS pixels. */
const LEAST_AXES = 120;
/** Least height of axes where nobody has chosen the height of the image. */
const GOOD_AXES = 320;

/** A PNG has two pixels per CSS pixel. */
export const PNG_SCALE = 2;

const require = createRequire(import.meta.url);

/** Writes the figure as a self-contained HTML page. @throws InputError if the file cannot be written. */
export async function writeFigurePage(path: string, figure: Figure, title: string): Promise<void> {
  await writeFigureFile(path, await figurePageText(figure, title));
}

async function writeFigureFile(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, content);
  } catch (error) {
    throw newFileError(error, path);
  }
}

/** The text of the page. */
export async function figurePageText(figure: Figure, title: string): Promise<string> {
  return figurePage(figure, title, await plotlyText());
}

/** The program that draws figures in pages. */
function plotlyText(): Promise<string> {
  return readFile(require.resolve("plotly.js-dist-min/plotly.min.js"), "utf8");
}

/** The size of an image in CSS pixels. */
export interface ImageSize {
  readonly width: number;
  /** As high as title, axes and legends need if left out. */
  readonly height?: number;
  readonly leastHeight?: number;
  /** Whether the image becomes higher where title and legends leave too little of `height` for the axes. */
  readonly grows?: boolean;
  /** Pixels of a PNG per CSS pixel. */
  readonly scale?: number;
}

/**
 * Writes the figure as an image. A PNG has the package's own fonts and is the same on every machine; an SVG has the viewer's.
 * @throws InputError if the file cannot be written.
 */
export async function writeFigureImage(
  path: string,
  figure: Figure,
  format: "png" | "svg",
  size: ImageSize = FIGURE_SIZE,
): Promise<void> {
  await writeFigureFile(path, await figureImage(figure, format, size));
}

/**
 * The content of the image.
 * @param signal ends the print of a PDF.
 * @throws InputError for a PDF without Chromium.
 */
export async function figureImage(
  figure: Figure,
  format: "png" | "svg" | "pdf",
  size: ImageSize,
  signal?: AbortSignal,
): Promise<string | Buffer> {
  const svg = await figureSvg(figure, size);
  if (format === "svg") return svg;
  return format === "pdf" ? pdfOf(svg, signal) : pngOf(svg, size.scale ?? PNG_SCALE);
}

async function figureSvg(figure: Figure, size: ImageSize): Promise<string> {
  const { parse, resetSVGDefIds, View } = await import("vega");
  const fitted = fittedTo(figure, size);
  const view = new View(parse(vegaSpec(fitted, { width: size.width, height: fitted.height })), { renderer: "none" });
  try {
    // Vega numbers the definitions of all figures of a process.
    resetSVGDefIds();
    return `${withMarkup(await view.toSVG())}\n`;
  } finally {
    view.finalize();
  }
}

/** @throws InputError for a height that title and legends use up. */
function fittedTo(figure: Figure, size: ImageSize): FittedFigure {
  const fitted = fitFigure(figure, size);
  if (fitted.axesHeight >= (size.grows ? GOOD_AXES : LEAST_AXES)) return fitted;
  if (size.grows) return fitFigure(figure, { ...size, height: undefined, leastHeight: GOOD_AXES });
  const least = Math.ceil(fitted.height + LEAST_AXES - fitted.axesHeight);
  const { width } = size;
  throw new InputError(
    `title and legends leave ${Math.max(0, Math.floor(fitted.axesHeight))} of ${fitted.height} px for the axes: choose a height of at least ${least} px, --size ${width}x${least}`,
  );
}

async function pngOf(svg: string, scale: number): Promise<Buffer> {
  const { renderAsync } = await import("@resvg/resvg-js");
  const image = await renderAsync(svg, {
    fitTo: { mode: "zoom", value: scale },
    font: {
      loadSystemFonts: false,
      fontFiles: FONTS.map(({ path }) => path),
      defaultFontFamily: "DejaVu Sans",
    },
  });
  return image.asPng();
}
