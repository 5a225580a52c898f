import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { InputError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import { temporaryFolder } from "../disk/temporary-folder.ts";
import { packageRoot } from "../package-root.ts";
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
 * An SVG image as a PDF of one page of its size, with the fonts of the package's PNG images. Chromium prints it.
 * @throws InputError if there is no Chromium, if it prints nothing, or if no temporary file can be written.
 */
export async function pdfOf(svg: string): Promise<Buffer> {
  const [, width, height] = SIZE.exec(svg)!;
  const { program, flags } = await requirePdfPrinter();
  const folder = await temporaryFolder("gfq-ldpc-pdf-");
  try {
    const [page, printed] = [join(folder, "page.html"), join(folder, "page.pdf")];
    const size = `@page{size:${width}px ${height}px;margin:0}body{margin:0}svg{display:block}`;
    const style = `${await fontFaces()}${size}text{font-family:Figure!important}`;
    await writeFile(page, `<!doctype html><meta charset="utf-8"><style>${style}</style>${svg}`);
    const options = [`--user-data-dir=${join(folder, "profile")}`, "--disable-gpu", "--no-pdf-header-footer"];
    await promisify(execFile)(program, [...flags, ...options, `--print-to-pdf=${printed}`, pathToFileURL(page).href], {
      timeout: PRINT_MILLISECONDS,
    }).catch(({ message }: Error) => {
      throw new InputError(`${printable(program)} prints no PDF: ${printable(message, 500)}`);
    });
    return await readFile(printed).catch(() => {
      throw new InputError(`${printable(program)} prints no PDF: is it a Chromium or Chrome?`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function fontFaces(): Promise<string> {
  const faces = FONTS.map(async ({ path, css }) => {
    const font = await readFile(path, "base64");
    return `@font-face{font-family:Figure;${css}src:url(data:font/ttf;base64,${font})}`;
  });
  return (await Promise.all(faces)).join("");
}
