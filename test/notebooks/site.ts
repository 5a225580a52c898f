import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";
import { build, createServer as createViteServer } from "vite";
import { chromiumRemedy, findChromium, HEADLESS_FLAGS } from "../../bin/setup/chromium.js";
import { newFolder } from "../new-folder.ts";
import { root } from "../source-files.ts";

/** The site that `npm run notebooks:build` makes, served from a sub-folder. */
export interface Site {
  readonly folder: string;
  /** Address of the folder, ending in a slash. */
  readonly address: string;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

export async function buildSite(): Promise<Site> {
  const folder = newFolder();
  await build({ root: join(root, "notebooks"), logLevel: "warn", build: { outDir: folder, emptyOutDir: true } });
  const site = await serveFolder(folder, "/below/");
  return {
    ...site,
    close() {
      site.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Serves a folder's files below a path. */
export async function serveFolder(folder: string, below = "/"): Promise<Site> {
  const server = createServer(async ({ url = "/" }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, "http://site").pathname));
    try {
      if (!path.startsWith(below)) throw new Error("outside of the sub-folder");
      const file = path.endsWith("/") ? `${path}index.html` : path;
      const content = await readFile(join(folder, file.slice(below.length)));
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { folder, address: `http://127.0.0.1:${port}${below}`, close: () => void server.close() };
}

/** The notebooks that `npm run notebooks` shows. */
export async function openPreview(): Promise<Site> {
  const cacheDir = newFolder();
  const server = await createViteServer({
    root: join(root, "notebooks"),
    logLevel: "error",
    cacheDir,
    server: { port: 0, host: "127.0.0.1", hmr: false },
  });
  await server.listen();
  return {
    folder: join(root, "notebooks"),
    address: server.resolvedUrls!.local[0],
    close() {
      void server.close().then(() => rmSync(cacheDir, { recursive: true, force: true }));
    },
  };
}

/** Playwright's default of 30 s is too short on a busy machine, where a page compiles kernels and two test runs share two cores. */
const PATIENCE_MS = 240_000;

/** Headless Chromium with WebGPU on SwiftShader, or without WebGPU. */
export async function openBrowser(webgpu: "swiftshader" | "none"): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`no Chromium: ${chromiumRemedy()}`);
  const flags = webgpu === "none" ? ["--disable-gpu"] : ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];
  return chromium.launch({ executablePath, args: [...HEADLESS_FLAGS, ...flags], timeout: PATIENCE_MS });
}

/** A page and its faults so far. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors on the console, exceptions, answers of 400 and more, requests to other hosts. */
  readonly complaints: string[];
}

/** Opens a page of the site and collects its faults. @param first runs in the page before its own scripts. */
export async function openPage(
  browser: Browser,
  site: Site,
  path: string,
  { first, ...options }: BrowserContextOptions & { first?: () => void } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  if (first !== undefined) await context.addInitScript(first);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => complaints.push(`request failed: ${request.url()}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    const { protocol, href } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "blob:" && !href.startsWith(site.address))
      complaints.push(`off host: ${href}`);
  });
  await page.goto(`${site.address}${path}`);
  return { page, complaints };
}

/** Errors of cells, which Notebook Kit shows instead of the cells. */
export async function cellErrors(page: Page): Promise<string[]> {
  return page.locator(".observablehq--error").allTextContents();
}
