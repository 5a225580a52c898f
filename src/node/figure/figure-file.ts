import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { InputError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import type { Figure, Layout } from "../../report/chart.ts";
import { Drawing } from "../../report/draw.ts";
import { layOut } from "../../report/layout.ts";
import { temporaryFolder } from "../disk/disk.ts";
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

/** Milliseconds for Chromium's end after its pipe has been closed: killed, it leaves files, and on a busy machine it needs more than five seconds. */
const END_MILLISECONDS = 20_000;
/** End of a message in either direction. */
const END = "\0";

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

interface Asked {
  readonly resolve: (result: Record<string, unknown>) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A headless Chromium that a pair of pipes controls, by the DevTools protocol. The system closes the pipes when this
 * process ends in any way, and Chromium ends when its pipes are closed.
 */
class ControlledChromium {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;
  /** Why no answer can come any more. */
  #failure: Error | undefined;

  /** @param signal ends the program and all calls with the signal's reason. */
  constructor(program: string, flags: readonly string[], signal: AbortSignal) {
    this.#child = spawn(program, [...flags, "--remote-debugging-pipe", "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
      // A process group of its own.
      detached: process.platform !== "win32",
    });
    this.#ended = new Promise((resolve) => {
      this.#child.on("error", (error) => {
        this.#fail(error);
        resolve();
      });
      this.#child.on("exit", (status, by) => {
        this.#fail(new Error(`it ended by ${by ?? `status ${status}`}: is it a Chromium or Chrome?`));
        resolve();
      });
    });
    const abort = () => this.#fail(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    void this.#ended.then(() => signal.removeEventListener("abort", abort));
    const { writing, reading } = this.#pipes();
    // The end of the program is reported by its exit.
    writing.on("error", () => {});
    reading.on("error", () => {});
    let text = "";
    reading.setEncoding("utf8").on("data", (part: string) => {
      const messages = (text + part).split(END);
      text = messages.pop()!;
      for (const message of messages) this.#take(JSON.parse(message));
    });
  }

  /** Calls a method of the protocol. @param session of a page; the browser's own if left out. @throws Error with Chromium's message. */
  call(method: string, params: object, session?: string): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      const id = ++this.#lastId;
      this.#asked.set(id, { resolve, reject });
      this.#pipes().writing.write(`${JSON.stringify({ id, method, params, sessionId: session })}${END}`);
    });
  }

  /** Ends Chromium, and waits for its end and that of its other processes, which would make its folder again. */
  async close(): Promise<void> {
    for (const pipe of Object.values(this.#pipes())) pipe.destroy();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), END_MILLISECONDS);
    await this.#ended;
    clearTimeout(timer);
    try {
      for (let tries = 0; tries < 200; tries++) {
        process.kill(-this.#child.pid!, "SIGKILL");
        await sleep(20);
      }
    } catch {
      // None is left.
    }
  }

  #pipes(): { writing: Writable; reading: Readable } {
    const [, , , writing, reading] = this.#child.stdio;
    return { writing: writing as Writable, reading: reading as Readable };
  }

  #take({ id, result, error }: Answer): void {
    // An event has no id.
    const asked = this.#asked.get(id ?? 0);
    this.#asked.delete(id ?? 0);
    if (error === undefined) asked?.resolve(result ?? {});
    else asked?.reject(new Error(error.message));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#asked.values()) reject(this.#failure);
    this.#asked.clear();
  }
}
