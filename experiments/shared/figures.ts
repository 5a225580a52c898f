import { dirname } from "node:path";
import type { Values } from "../../src/cli/command-line/option.ts";
import { print } from "../../src/cli/output.ts";
import { makeFolder, writeFileAtomic } from "../../src/node/disk/disk.ts";
import { figureImage } from "../../src/node/figure/figure-file.ts";
import type { TitledFigure } from "../../src/report/figure.ts";
import { type FigureSize, figurePage } from "../../src/report/page.ts";
import { output } from "./options.ts";

export function figureOptions(name: string) {
  return {
    html: output.text("HTML page with the figure to write", `runs/${name}.html`, `runs/${name}.html`),
    svg: output.text("SVG image to write", `runs/${name}.svg`),
    png: output.text("PNG image to write", `runs/${name}.png`),
  } as const;
}

export type FigureArguments = Values<ReturnType<typeof figureOptions>>;

/** Writes a figure to all chosen files, and prints their names. */
export async function writeFigures(
  { figure, title }: TitledFigure,
  { html, svg, png }: FigureArguments,
  size: FigureSize,
): Promise<void> {
  for (const file of [html, svg, png]) if (file !== undefined) makeFolder(dirname(file));
  writeFileAtomic(html, figurePage(figure, title));
  if (svg !== undefined) writeFileAtomic(svg, await figureImage(figure, "svg", size));
  if (png !== undefined) writeFileAtomic(png, await figureImage(figure, "png", size));
  print([html, svg, png].filter((file) => file !== undefined).join("\n"));
}
