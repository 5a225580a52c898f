import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { InputError } from "../../errors.ts";
import type { Figure } from "../../report/figure.ts";
import { type FigureSize, figurePage, IMAGE_MARKS, renderingPage } from "../../report/page.ts";
import { findChromium, HEADLESS_FLAGS } from "./chromium.ts";

/** Width and height of a figure in print, in CSS pixels. */
export const FIGURE_SIZE: FigureSize = { width: 900, height: 660 };

/** A PNG has two pixels per CSS pixel. */
export const PNG_SCALE = 2;

/** Writes the figure as a self-contained HTML page. */
export async function writeFigurePage(path: string, figure: Figure, title: string): Promise<void> {
  await writeFile(path, figurePage(figure, title, await plotlySource()));
}

/**
 * Writes the figure as an image, drawn by an installed Chromium.
 * @throws InputError if none is installed, or it does not draw.
 */
export async function writeFigureImage(
  path: string,
  figure: Figure,
  format: "png" | "svg",
  size: FigureSize = FIGURE_SIZE,
): Promise<void> {
  const chromium = findChromium();
  if (chromium === undefined) {
    throw new InputError(
      `${path} needs Chromium or Chrome, and none is on PATH; install one (Debian: apt-get install chromium), ` +
        "name it in the CHROMIUM variable, or use the camera button of the HTML page",
    );
  }
  const page = renderingPage(figure, size, format, format === "png" ? PNG_SCALE : 1, await plotlySource());
  const url = await dumpImageUrl(chromium, page);
  const data = url.slice(url.indexOf(",") + 1);
  await writeFile(path, format === "png" ? Buffer.from(data, "base64") : `${decodeURIComponent(data)}\n`);
}

/** Milliseconds that a figure may take to draw. */
const PATIENCE = 120_000;

async function plotlySource(): Promise<string> {
  const require = createRequire(import.meta.url);
  return readFile(require.resolve("plotly.js-dist-min/plotly.min.js"), "utf8");
}

async function dumpImageUrl(chromium: string, page: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "gfq-ldpc-figure-"));
  try {
    const file = join(folder, "page.html");
    await writeFile(file, page);
    const dump = await runChromium(chromium, [
      ...HEADLESS_FLAGS,
      "--disable-gpu",
      `--user-data-dir=${join(folder, "profile")}`,
      `--virtual-time-budget=${PATIENCE}`,
      "--dump-dom",
      pathToFileURL(file).href,
    ]);
    const [start, end] = IMAGE_MARKS.map((mark) => dump.lastIndexOf(mark));
    if (start < 0 || end < start) throw new InputError(`${chromium} did not draw the figure; try another by CHROMIUM`);
    return unescapeHtml(dump.slice(start + IMAGE_MARKS[0].length, end));
  } finally {
    // Chromium's helpers may still be writing into their profile.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function runChromium(chromium: string, flags: readonly string[]): Promise<string> {
  const child = spawn(chromium, flags, { stdio: ["ignore", "pipe", "pipe"], timeout: PATIENCE });
  const output: Buffer[] = [];
  let complaint = "";
  child.stdout.on("data", (bytes: Buffer) => output.push(bytes));
  child.stderr.on("data", (bytes: Buffer) => {
    complaint = `${complaint}${bytes}`.slice(-2000);
  });
  const [status, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (...end) => resolve(end));
  });
  if (status !== 0) {
    const last = complaint.trim().split("\n").at(-1) ?? "";
    throw new InputError(`${chromium} ended with ${signal ?? status} while drawing the figure: ${last}`);
  }
  return Buffer.concat(output).toString("utf8");
}

function unescapeHtml(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&nbsp;", "\u00a0").replaceAll("&amp;", "&");
}
