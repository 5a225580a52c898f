import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findChromium } from "../../../src/node/figure/chromium.ts";
import { FIGURE_SIZE, PNG_SCALE, writeFigureImage, writeFigurePage } from "../../../src/node/figure/figure-file.ts";
import { figureOfRuns } from "../../../src/report/figure.ts";
import { sampleRun } from "../../report/sample-points.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const { figure, title } = figureOfRuns([sampleRun("a"), sampleRun("b", { code: "Kavčić & co. <2>" })], []);

describe("figures in files", () => {
  it("writes a page with plotly in it", async () => {
    const file = join(folder, "plot.html");
    await writeFigurePage(file, figure, title);
    const page = readFileSync(file, "utf8");
    expect(page.length).toBeGreaterThan(1e6);
    expect(page).not.toMatch(/<(script|link|img)[^>]*(src|href)=/);
  });

  it("writes a PNG of the size asked for", async () => {
    needChromium();
    const file = join(folder, "plot.png");
    await writeFigureImage(file, figure, "png", { width: 500, height: 400 });
    const png = readFileSync(file);
    expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([500 * PNG_SCALE, 400 * PNG_SCALE]);
  });

  it("writes an SVG of the default size, its text intact", async () => {
    needChromium();
    const file = join(folder, "plot.svg");
    await writeFigureImage(file, figure, "svg");
    const svg = readFileSync(file, "utf8");
    const { width, height } = FIGURE_SIZE;
    expect(svg.slice(0, 300)).toContain(`width="${width}" height="${height}"`);
    expect(svg.slice(-7)).toBe("</svg>\n");
    expect(/Kavčić &amp; co\. (&lt;|&#60;)2(&gt;|&#62;)/.test(svg)).toBe(true);
  });
});

describe("findChromium", () => {
  it("takes what CHROMIUM names before what is on PATH", () => {
    expect(findChromium({ CHROMIUM: process.execPath, PATH: "" })).toBe(process.execPath);
    expect(findChromium({ PATH: folder })).toBeUndefined();
    expect(() => findChromium({ CHROMIUM: join(folder, "none") })).toThrow("is no program that can be run");
  });

  it("is needed for images, and an error says so", async () => {
    const { CHROMIUM, PATH } = process.env;
    delete process.env.CHROMIUM;
    process.env.PATH = folder;
    try {
      await expect(writeFigureImage(join(folder, "x.png"), figure, "png")).rejects.toThrow("needs Chromium or Chrome");
    } finally {
      process.env.PATH = PATH;
      if (CHROMIUM !== undefined) process.env.CHROMIUM = CHROMIUM;
    }
  });
});

function needChromium(): void {
  expect(findChromium(), "this test needs Chromium: apt-get install chromium, or set CHROMIUM").toBeDefined();
}
