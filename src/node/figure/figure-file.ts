import { readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { InputError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import type { Figure, Layout } from "../../report/chart.ts";
import { Drawing } from "../../report/draw.ts";
import { layOut } from "../../report/layout.ts";
import { temporaryFolder } from "../disk/disk.ts";
import { runProgram } from "../engine/child-processes.ts";
import { packageRoot } from "../program.ts";

/** Width and height of a figure in print, in CSS pixels. */
export const FIGURE_SIZE: ImageSize = { width: 900, height: 660, grows: true };

/** Lower axes are not readable: their labels overlap. In CSS pixels. */
const LEAST_AXES = 120;
/** Least height of axes where nobody has chosen the height of the image. */
const GOOD_AXES = 320;

/** A PNG has two pixels per CSS pixel. */
export const PNG_SCALE = 2;

const require = createRequire(import.meta.url);

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
 * The content of the figure's image. A PNG has the package's own fonts and is the same on every machine; an SVG has the viewer's.
 * @param signal ends the print of a PDF.
 * @throws InputError for a PDF without Chromium.
 */
export async function figureImage(
  figure: Figure,
  format: "png" | "svg" | "pdf",
  size: ImageSize = FIGURE_SIZE,
  signal?: AbortSignal,
): Promise<string | Buffer> {
  const svg = `${new Drawing(figure, fittedTo(figure, size)).svg()}\n`;
  if (format === "svg") return svg;
  return format === "pdf" ? pdfOf(svg, signal) : pngOf(svg, size.scale ?? PNG_SCALE);
}

/** @throws InputError for a height that title and legends use up. */
function fittedTo(figure: Figure, size: ImageSize): Layout {
  const fitted = layOut(figure, size);
  if (fitted.axesHeight >= (size.grows ? GOOD_AXES : LEAST_AXES)) return fitted;
  if (size.grows) return layOut(figure, { ...size, height: undefined, leastHeight: GOOD_AXES });
  const least = Math.ceil(fitted.height + LEAST_AXES - fitted.axesHeight);
  const { width } = size;
  throw new InputError(
    `title and legends leave ${Math.max(0, Math.floor(fitted.axesHeight))} of ${fitted.height} px for the axes: choose a height of at least ${least} px, --size ${width}x${least}`,
  );
}

async function pngOf(svg: string, scale: number): Promise<Buffer> {
  const { renderAsync } = await import("@resvg/resvg-js").catch((error: NodeJS.ErrnoException) => {
    // The renderer of each platform is an optional package.
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    throw new InputError(
      `images need the renderer of this platform, which is not installed (${error.message.split("\n")[0]}): install without --omit=optional, or write .svg or .html`,
    );
  });
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

/** The fonts of all labels: plain, bold and italic, with their CSS. */
const FONTS = [
  { path: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"), css: "" },
  { path: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"), css: "font-weight:bold;" },
  { path: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf"), css: "font-style:italic;" },
] as const;

/** Exports of bin/setup/chromium.js, which also runs before a build exists. */
interface ChromiumSetup {
  findChromium(): string | undefined;
  chromiumRemedy(): string;
  readonly HEADLESS_FLAGS: readonly string[];
}

/** Longest time of a print. Chromium's start takes seconds on a busy machine. */
const PRINT_MILLISECONDS = 120_000;
/** The size in an SVG, in CSS pixels. */
const SIZE = /<svg[^>]* width="([\d.]+)" height="([\d.]+)"/;

/** The Chromium that prints PDFs. @throws InputError with the remedy if none is installed. */
export async function requirePdfPrinter(): Promise<{ readonly program: string; readonly flags: readonly string[] }> {
  const setup: ChromiumSetup = await import(pathToFileURL(join(packageRoot(), "bin", "setup", "chromium.js")).href);
  const program = setup.findChromium();
  if (program === undefined) {
    const others = "or write .tex for LaTeX, or .svg and convert it (rsvg-convert -f pdf)";
    throw new InputError(`a PDF needs Chromium, which prints it: ${setup.chromiumRemedy()}, ${others}`);
  }
  return { program, flags: setup.HEADLESS_FLAGS };
}

/**
 * An SVG image as a PDF of one page of its size, with the fonts of the package's PNG images. Chromium prints it, and
 * ends with this process.
 * @param signal ends the print.
 */
async function pdfOf(svg: string, signal?: AbortSignal): Promise<Buffer> {
  const [, width, height] = SIZE.exec(svg)!;
  const { program, flags } = await requirePdfPrinter();
  const size = `@page{size:${width}px ${height}px;margin:0}body{margin:0}svg{display:block}`;
  const style = `${await fontFaces()}${size}text{font-family:Figure!important}`;
  const page = `<!doctype html><meta charset="utf-8"><style>${style}</style>${svg}`;
  const limit = AbortSignal.timeout(PRINT_MILLISECONDS);
  const folder = await temporaryFolder("gfq-ldpc-pdf-");
  const [from, to] = ["figure.html", "figure.pdf"].map((name) => join(folder, name));
  let group: number | undefined;
  try {
    await writeFile(from, page);
    const options = [...flags, `--user-data-dir=${folder}`, "--disable-gpu", "--no-pdf-header-footer"];
    const words = [...options, `--print-to-pdf=${to}`, pathToFileURL(from).href];
    const ended = await runProgram(program, words, { signal: AbortSignal.any([limit, ...(signal ? [signal] : [])]) });
    group = ended.group;
    signal?.throwIfAborted();
    const seconds = limit.aborted ? ` after ${PRINT_MILLISECONDS / 1000} s` : "";
    return await readFile(to).catch(() => {
      throw new InputError(
        `${printable(program)} prints no PDF: it ended by ${printable(`${ended.end}`)}${seconds}: is it a Chromium or Chrome?`,
      );
    });
  } finally {
    await noneLeft(group);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Ends what is left of a group of processes: Chromium's other processes outlive it for a while and would make its folder again. */
async function noneLeft(group = 0): Promise<void> {
  try {
    for (let tries = 0; group > 0 && tries < 200; tries++) {
      process.kill(-group, "SIGKILL");
      await sleep(20);
    }
  } catch {
    // None is left.
  }
}

async function fontFaces(): Promise<string> {
  const faces = FONTS.map(async ({ path, css }) => {
    const font = await readFile(path, "base64");
    return `@font-face{font-family:Figure;${css}src:url(data:font/ttf;base64,${font})}`;
  });
  return (await Promise.all(faces)).join("");
}
