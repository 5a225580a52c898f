import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Figure } from "../../report/figure.ts";
import { withMarkup } from "../../report/image/markup.ts";
import { vegaSpec } from "../../report/image/spec.ts";
import { type FigureSize, figurePage } from "../../report/page.ts";

/** Width and height of a figure in print, in CSS pixels. */
export const FIGURE_SIZE: FigureSize = { width: 900, height: 660 };

/** A PNG has two pixels per CSS pixel. */
export const PNG_SCALE = 2;

const require = createRequire(import.meta.url);

/** Writes the figure as a self-contained HTML page. */
export async function writeFigurePage(path: string, figure: Figure, title: string): Promise<void> {
  const plotly = await readFile(require.resolve("plotly.js-dist-min/plotly.min.js"), "utf8");
  await writeFile(path, figurePage(figure, title, plotly));
}

/** Writes the figure as an image. A PNG has the package's own fonts and is the same on every machine; an SVG has the viewer's. */
export async function writeFigureImage(
  path: string,
  figure: Figure,
  format: "png" | "svg",
  size: FigureSize = FIGURE_SIZE,
): Promise<void> {
  const svg = await figureSvg(figure, size);
  await writeFile(path, format === "svg" ? svg : await pngOf(svg));
}

async function figureSvg(figure: Figure, size: FigureSize): Promise<string> {
  const { parse, View } = await import("vega");
  const view = new View(parse(vegaSpec(figure, size)), { renderer: "none" });
  try {
    return `${withMarkup(await view.toSVG())}\n`;
  } finally {
    view.finalize();
  }
}

/** The fonts of all labels: plain, bold and italic. */
const FONTS = [
  require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
  require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf"),
];

async function pngOf(svg: string): Promise<Buffer> {
  const { renderAsync } = await import("@resvg/resvg-js");
  const image = await renderAsync(svg, {
    fitTo: { mode: "zoom", value: PNG_SCALE },
    font: {
      loadSystemFonts: false,
      fontFiles: FONTS,
      defaultFontFamily: "DejaVu Sans",
    },
  });
  return image.asPng();
}
