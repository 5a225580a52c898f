import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ldpc } from "../cli/run-in-process.ts";
import { newFolder } from "../new-folder.ts";
import { root } from "../source-files.ts";
import { buildSite, cellErrors, openBrowser, openPage, openPreview, type Site } from "./site.ts";

/** A simulation of a few seconds on a software device, and its points.csv. */
const SIMULATION = {
  code: "tiny20-gf2",
  decoder: "normalised-min-sum iterations=10 schedule=layered messages=int8",
  ebn0: "1,2,3",
  seed: "7",
  "max-errors": "1000",
  "max-frames": "10000",
};
/**
 * The same of a decoder that SwiftShader compiles within a second, which the page does twice where a device is lost. It takes so long that
 * the page can pause it.
 */
const ON_DEVICE = {
  ...SIMULATION,
  code: "tiny12-gf8",
  decoder: "isrb-mlgd iterations=10",
  "max-errors": "30000",
  "max-frames": "50000",
};
const live = (simulation: typeof SIMULATION) => `live-simulation.html?${new URLSearchParams(simulation)}`;

const pages = readdirSync(join(root, "notebooks")).filter((file) => file.endsWith(".html"));

let site: Site;
let browser: Browser;
/** A browser without WebGPU. */
let without: Browser;
let folder: string;

beforeAll(async () => {
  folder = newFolder();
  [site, browser, without] = await Promise.all([buildSite(), openBrowser("swiftshader"), openBrowser("none")]);
});

afterAll(async () => {
  await browser?.close();
  await without?.close();
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("every page of the notebooks", () => {
  // The live simulation, which compiles kernels for seconds, has tests of its own.
  it.each(pages.filter((page) => page !== "live-simulation.html"))(
    "%s has something to see, and nothing to complain about",
    async (path) => {
      // A designed code's kernels take seconds to compile, too: the CPU simulates it.
      const { page, complaints } = await openPage(path === "design.html" ? without : browser, site, path);
      const shown = ["running", "done", "failed"].map((state) => `[data-state=${state}]`);
      await page.waitForSelector([...shown, ".cards"].join(), { state: "attached" });
      await page.waitForSelector("[data-state=opening]", { state: "detached" });
      expect(await page.locator("[data-state=failed]").count()).toBe(0);
      expect(await cellErrors(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );
});

describe("the preview", () => {
  let preview: Site;
  beforeAll(async () => {
    preview = await openPreview();
  });
  afterAll(() => preview?.close());

  it("shows a page", async () => {
    const { page, complaints } = await openPage(browser, preview, "throughput.html");
    await page.waitForSelector("[data-state=done], [data-state=failed]", { state: "attached" });
    expect(await page.locator("[data-state=failed]").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("the built site", () => {
  const files = () =>
    readdirSync(site.folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      statSync(join(site.folder, file)).isFile(),
    );

  it("links every page from the first one, and every guide", () => {
    const first = readFileSync(join(site.folder, "index.html"), "utf8");
    for (const page of pages.filter((page) => page !== "index.html")) expect(first).toContain(`href="./${page}"`);
    for (const guide of readdirSync(join(root, "doc/guide")))
      expect(files()).toContain(`doc/guide/${guide.replace(/\.md$/, ".html")}`);
  });

  it("has no link that leads nowhere", () => {
    const known = new Set(files());
    const broken = [...known]
      .filter((file) => file.endsWith(".html"))
      .flatMap((file) => {
        const text = readFileSync(join(site.folder, file), "utf8");
        const links = [...text.matchAll(/(?:href|src)="([^"#?]+)[^"]*"/g)].map(([, link]) => link);
        const local = links.filter((link) => !/^(?:[a-z]+:|\/\/)/.test(link));
        return local
          .filter((link) => !known.has(posix.normalize(posix.join(posix.dirname(file), link))))
          .map((link) => `${file}: ${link}`);
      });
    expect(broken).toEqual([]);
  });

  it("is small: 12 MB in all, no script above 1.5 MB", () => {
    const sizes = files().map((file) => [file, statSync(join(site.folder, file)).size] as const);
    expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(12e6);
    expect(sizes.filter(([file, size]) => file.endsWith(".js") && size > 1.5e6)).toEqual([]);
  });
});

describe("the design", () => {
  it("tells the threshold while a protograph is edited, and what an edge more or less changes", async () => {
    const { page, complaints } = await openPage(without, site, "design.html");
    // Regular (3,6): 1.1 dB by EXIT analysis, and (4,6) with an edge more.
    const said = page.getByText("Threshold by EXIT analysis");
    await page.getByText("Threshold by EXIT analysis: 1.096 dB").waitFor();
    await page.locator("td button").first().click();
    expect(await page.locator("textarea.protograph").inputValue()).toBe("4 3");
    await page.getByText("Threshold by EXIT analysis: 1.264 dB").waitFor();
    await page.locator("textarea.protograph").fill("3 x");
    await page.getByText('row 1, column 2: "x"').waitFor();
    expect(await said.count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("the live simulation", () => {
  it("leaves the page free while it decodes", async () => {
    // No machine comes to the end of this simulation.
    const { page, complaints } = await openPage(browser, site, "live-simulation.html?max-errors=1e9&max-frames=1e9");
    expect(await beyond(page, "opening")).toBe("running");
    expect(await cellErrors(page)).toEqual([]);
    expect(complaints).toEqual([]);
    const tasks: number[] = [];
    // On a busy machine the page has fewer tasks in a second.
    while (tasks.length <= 100) tasks.push(...(await tasksOfPages(browser, page, 2500)));
    expect(Math.max(...tasks)).toBeLessThan(200);
    expect(await beyond(page, "opening")).toBe("running");
    await page.context().close();
  });

  it("counts what the command line counts, byte for byte, also after a pause and a lost device", async () => {
    const { page, complaints } = await openPage(browser, site, live(ON_DEVICE), { first: pauseAtOnce });
    expect(await beyond(page, "opening", "running")).toBe("paused");
    await page.getByRole("button", { name: "Lose the device" }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    const csv = await finishedPoints(page);
    expect(await page.locator("[data-state=done]").getAttribute("data-devices-lost")).toBe("1");
    expect(csv).toBe(await pointsOfCommandLine(ON_DEVICE));
    expect(await cellErrors(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("the live simulation without WebGPU", () => {
  it("takes a matrix of one's own in three actions: open, choose the file, see a curve", async () => {
    const { page, complaints } = await openPage(without, site, "live-simulation.html?code=tiny20-gf2");
    await page.locator("input[type=file]").setInputFiles(join(root, "codes/tiny/tiny12-gf8.json"));
    await page.getByText("--code tiny12-gf8.json").waitFor();
    await page.locator("tbody tr").first().waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("runs the code that was chosen last, even if an earlier one loads later", async () => {
    const { page, complaints } = await openPage(without, site, "live-simulation.html?code=tiny20-gf2");
    await page.getByText("--code tiny20-gf2").waitFor();
    let choose = () => {};
    const isChosen = new Promise<void>((resolve) => {
      choose = resolve;
    });
    await page.route(/wifi-648-324/, async (route) => {
      await isChosen;
      await route.continue();
    });
    const loaded = page.waitForResponse(/wifi-648-324/);
    await page.locator("select").first().selectOption("wifi-648-324");
    await page.locator("input[type=file]").setInputFiles(join(root, "codes/tiny/tiny12-gf8.json"));
    await page.getByText("--code tiny12-gf8.json").waitFor();
    choose();
    await (await loaded).finished();
    await page.waitForTimeout(500);
    expect(await page.locator(".command").textContent()).toContain("--code tiny12-gf8.json");
    expect(await beyond(page, "opening")).toMatch(/^(running|done)$/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("says so, and counts the same on the CPU in a worker for each of its threads", async () => {
    const { page, complaints } = await openPage(without, site, live(SIMULATION));
    const csv = await finishedPoints(page);
    const threads = await page.evaluate(() => navigator.hardwareConcurrency);
    const workers = threads === 1 ? "a Web Worker" : `${threads} Web Workers`;
    expect(await page.locator(".engine").textContent()).toMatch(
      new RegExp(`^This browser offers no WebGPU device: the CPU decodes in ${workers}, in WebAssembly SIMD\\.`),
    );
    expect(csv).toBe(await pointsOfCommandLine(SIMULATION));
    expect(await cellErrors(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

/**
 * Records the tasks of the browser's pages for some milliseconds.
 * @returns milliseconds of processor time of each task of a page's main thread. A busy machine, which pauses the page, does not lengthen
 * them.
 */
async function tasksOfPages(browser: Browser, page: Page, milliseconds: number): Promise<number[]> {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await page.waitForTimeout(milliseconds);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const names = traceEvents.filter(({ name }) => name === "thread_name");
  const pages = new Set(names.filter(({ args }) => args?.name === "CrRendererMain").map(thread));
  return traceEvents
    .filter(({ tdur }) => tdur !== undefined)
    .flatMap((event) => (pages.has(thread(event)) ? [event.tdur! / 1000] : []));
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Clicks Pause as soon as the first points appear. A click from this process may come after all points are done. */
function pauseAtOnce(): void {
  const clicking = setInterval(() => {
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Pause");
    if (button === undefined || button.disabled) return;
    button.click();
    clearInterval(clicking);
  }, 1);
}

/** The state of the page's simulation after these states. */
async function beyond(page: Page, ...states: readonly string[]): Promise<string | null> {
  const without = states.map((state) => `:not([data-state=${state}])`).join("");
  return page.locator(`[data-state]${without}`).getAttribute("data-state");
}

async function finishedPoints(page: Page): Promise<string> {
  expect(await beyond(page, "opening", "running", "paused")).toBe("done");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download points.csv" }).click();
  return readFileSync(await (await downloading).path(), "utf8");
}

async function pointsOfCommandLine(simulation: typeof SIMULATION): Promise<string> {
  const out = join(folder, simulation.code);
  const options = Object.entries(simulation).map(([name, value]) => `--${name}=${value}`);
  const { status, stderr } = await ldpc("simulate", ...options, "--out", out, "--engine", "cpu", "--quiet");
  expect(status, stderr).toBe(0);
  return readFileSync(join(out, "points.csv"), "utf8");
}
