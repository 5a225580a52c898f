import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ldpc } from "../cli/run-in-process.ts";
import { root } from "../source-files.ts";
import { buildSite, cellErrors, openBrowser, openPage, type Site } from "./site.ts";

/** A simulation of a few seconds on a software device, and of which points.csv. */
const SIMULATION = {
  code: "tiny20-gf2",
  decoder: "normalised-min-sum iterations=10 schedule=layered messages=int8",
  ebn0: "1,2,3",
  seed: "7",
  "max-errors": "1000",
  "max-frames": "10000",
};
const LIVE = `live-simulation.html?${new URLSearchParams(SIMULATION)}`;

const pages = readdirSync(join(root, "notebooks")).filter((file) => file.endsWith(".html"));

let site: Site;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-live-"));
  [site, browser] = await Promise.all([buildSite(), openBrowser("swiftshader")]);
});

afterAll(async () => {
  await browser?.close();
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("every page of the notebooks", () => {
  it.each(pages)("%s has something to see, and nothing to complain about", async (path) => {
    const { page, complaints } = await openPage(browser, site, path);
    await page.waitForSelector("[data-state=running], [data-state=done], .cards", { state: "attached" });
    expect(await cellErrors(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("the live simulation", () => {
  it("counts what the command line counts, byte for byte, also after a pause and a lost device", async () => {
    const { page, complaints } = await openPage(browser, site, LIVE);
    await page.evaluate(pauseAtOnce);
    await page.waitForSelector("[data-state=paused]");
    await page.getByRole("button", { name: "Lose the device" }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    const csv = await finishedPoints(page);
    expect(await page.locator("[data-state=done]").getAttribute("data-devices-lost")).toBe("1");
    expect(csv).toBe(await pointsOfCommandLine());
    expect(await cellErrors(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("says so where there is no WebGPU, and counts the same in a worker on the CPU", async () => {
    const without = await openBrowser("none");
    try {
      const { page, complaints } = await openPage(without, site, LIVE);
      const csv = await finishedPoints(page);
      expect(await page.locator(".engine").textContent()).toContain("This browser offers no WebGPU device");
      expect(csv).toBe(await pointsOfCommandLine());
      expect(await cellErrors(page)).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await without.close();
    }
  });
});

/** Clicks Pause as soon as the first points are there: a tiny code is done before a click from here arrives. */
function pauseAtOnce(): void {
  const clicking = setInterval(() => {
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Pause");
    if (button === undefined || button.disabled) return;
    button.click();
    clearInterval(clicking);
  }, 1);
}

/** points.csv of a simulation that is done, as the button gives it. */
async function finishedPoints(page: Page): Promise<string> {
  await page.waitForSelector("[data-state=done]", { timeout: 120_000 });
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download points.csv" }).click();
  return readFileSync(await (await downloading).path(), "utf8");
}

async function pointsOfCommandLine(): Promise<string> {
  const out = join(folder, "run");
  const options = Object.entries(SIMULATION).map(([name, value]) => `--${name}=${value}`);
  const { status, stderr } = await ldpc("simulate", ...options, "--out", out, "--engine", "cpu", "--quiet");
  expect(status, stderr).toBe(0);
  return readFileSync(join(out, "points.csv"), "utf8");
}
