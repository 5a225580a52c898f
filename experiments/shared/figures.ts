import { dirname } from "node:path";
import type { Argv } from "yargs";
import { print } from "../../src/cli/output.ts";
import { writeFigureImage, writeFigurePage } from "../../src/node/figure-file.ts";
import { makeFolder } from "../../src/node/make-folder.ts";
import type { TitledFigure } from "../../src/report/figure.ts";
import type { FigureSize } from "../../src/report/page.ts";

/** Where a figure goes. */
export interface FigureArguments {
  readonly html: string;
  readonly svg?: string;
  readonly png?: string;
}

export function withFigureOptions<T>(yargs: Argv<T>, name: string): Argv<T & FigureArguments> {
  return yargs
    .option("html", {
      type: "string",
      requiresArg: true,
      default: `runs/${name}.html`,
      describe: "page with the figure",
    })
    .option("svg", { type: "string", requiresArg: true, describe: "the same as SVG; needs Chromium" })
    .option("png", { type: "string", requiresArg: true, describe: "the same as PNG; needs Chromium" });
}

/** Writes a figure to all files asked for, and prints their names. @throws InputError as `writeFigureImage`. */
export async function writeFigures(
  { figure, title }: TitledFigure,
  { html, svg, png }: FigureArguments,
  size: FigureSize,
): Promise<void> {
  for (const file of [html, svg, png]) if (file !== undefined) makeFolder(dirname(file));
  await writeFigurePage(html, figure, title);
  if (svg !== undefined) await writeFigureImage(svg, figure, "svg", size);
  if (png !== undefined) await writeFigureImage(png, figure, "png", size);
  print([html, svg, png].filter((file) => file !== undefined).join("\n"));
}
