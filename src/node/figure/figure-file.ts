import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Figure } from "../../report/figure.ts";
import { fitFigure } from "../../report/fit.ts";
import { withMarkup } from "../../report/image/markup.ts";
import { vegaSpec } from "../../report/image/spec.ts";
import { type FigureSize, figurePage } from "../../report/page.ts";
import { FONTS } from "./fonts.ts";
import { pdfOf } from "./pdf.ts";

/** Width and height of a figure in print, in CSS pixels. */
export const FIGURE_SIZE: FigureSize = { width: 900, height: 660 };

/** A PNG has two pixels per CSS pixel. */
export const PNG_SCALE = 2;

const require = createRequire(import.meta.url);

/** Writes the figure as a self-contained HTML page. */
export async function writeFigurePage(path: string, figure: Figure, title: string): Promise<void> {
  await writeFile(path, await figurePageText(figure, title));
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
  /** Pixels of a PNG per CSS pixel. */
  readonly scale?: number;
}

/** Writes the figure as an image. A PNG has the package's own fonts and is the same on every machine; an SVG has the viewer's. */
export async function writeFigureImage(
  path: string,
  figure: Figure,
  format: "png" | "svg",
  size: ImageSize = FIGURE_SIZE,
): Promise<void> {
  await writeFile(path, await figureImage(figure, format, size));
}

/** The content of the image. @throws InputError for a PDF without Chromium. */
export async function figureImage(
  figure: Figure,
  format: "png" | "svg" | "pdf",
  size: ImageSize,
): Promise<string | Buffer> {
  const svg = await figureSvg(figure, size);
  if (format === "svg") return svg;
  return format === "pdf" ? pdfOf(svg) : pngOf(svg, size.scale ?? PNG_SCALE);
}

async function figureSvg(figure: Figure, size: ImageSize): Promise<string> {
  const { parse, View } = await import("vega");
  const fitted = fitFigure(figure, size);
  const view = new View(parse(vegaSpec(fitted, { width: size.width, height: fitted.height })), { renderer: "none" });
  try {
    return `${withMarkup(await view.toSVG())}\n`;
  } finally {
    view.finalize();
  }
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
