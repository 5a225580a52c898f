import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { InputError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import { temporaryFolder } from "../disk/temporary-folder.ts";
import { packageRoot } from "../package-root.ts";
import { ControlledChromium } from "./chromium.ts";
import { FONTS } from "./fonts.ts";

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
 * @throws InputError if there is no Chromium, if it prints nothing, or if no temporary file can be written; the signal's
 * reason once it is aborted.
 */
export async function pdfOf(svg: string, signal?: AbortSignal): Promise<Buffer> {
  const [, width, height] = SIZE.exec(svg)!;
  const { program, flags } = await requirePdfPrinter();
  const size = `@page{size:${width}px ${height}px;margin:0}body{margin:0}svg{display:block}`;
  const style = `${await fontFaces()}${size}text{font-family:Figure!important}`;
  const page = `<!doctype html><meta charset="utf-8"><style>${style}</style>${svg}`;
  const limit = AbortSignal.timeout(PRINT_MILLISECONDS);
  const folder = await temporaryFolder("gfq-ldpc-pdf-");
  try {
    const options = [...flags, `--user-data-dir=${folder}`, "--disable-gpu"];
    return await printed(page, program, options, signal === undefined ? limit : AbortSignal.any([signal, limit]));
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new InputError(`${printable(program)} prints no PDF: ${printable((error as Error).message, 500)}`);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function printed(html: string, program: string, flags: readonly string[], signal: AbortSignal): Promise<Buffer> {
  const chromium = new ControlledChromium(program, flags, signal);
  try {
    const { targetId } = await chromium.call("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await chromium.call("Target.attachToTarget", { targetId, flatten: true });
    const call = (method: string, params: object) => chromium.call(method, params, String(sessionId));
    await call("Page.setDocumentContent", { frameId: targetId, html });
    const isLoaded = "Promise.all([...document.fonts].map((font) => font.load())).then(() => true)";
    await call("Runtime.evaluate", { expression: isLoaded, awaitPromise: true });
    const { data } = await call("Page.printToPDF", { preferCSSPageSize: true, printBackground: true });
    return Buffer.from(String(data), "base64");
  } finally {
    await chromium.close();
  }
}

async function fontFaces(): Promise<string> {
  const faces = FONTS.map(async ({ path, css }) => {
    const font = await readFile(path, "base64");
    return `@font-face{font-family:Figure;${css}src:url(data:font/ttf;base64,${font})}`;
  });
  return (await Promise.all(faces)).join("");
}
