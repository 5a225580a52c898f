import { describe, expect, it } from "vitest";
import { FIGURE_SIZE, figureImage, PNG_SCALE } from "../../../src/node/figure/figure-file.ts";
import type { Figure } from "../../../src/report/chart.ts";
import { figureOfRuns } from "../../../src/report/figure.ts";
import { lineFigure, throughputFigure } from "../../../src/report/line-figure.ts";
import { figurePage } from "../../../src/report/page.ts";
import { sampleRun } from "../../report/sample-points.ts";

const { figure, title } = figureOfRuns([sampleRun("a"), sampleRun("b", { code: "Kavčić & co. <2>" })], []);

const curve = (name: string) => ({
  name,
  points: [
    [1, 2],
    [2, 20],
  ] as const,
});

const panel = (name: string) => ({
  curves: [curve(`${name} 1`), curve(`${name} 2`)],
  x: `${name} x`,
  y: `${name} y`,
});

/** The texts of a figure's SVG, without their tags. */
async function textsOf(drawn: Figure): Promise<string[]> {
  const texts = String(await figureImage(drawn, "svg")).matchAll(/<text[^>]*>(.*?)<\/text>/g);
  return [...texts].map(([, text]) => text.replace(/<[^>]*>/g, ""));
}

describe("figures in files", () => {
  it("writes a light page that loads nothing", () => {
    const page = figurePage(figure, title);
    expect(page.length).toBeLessThan(80_000);
    expect(page).not.toMatch(/<(script|link|img)[^>]*(src|href)=/);
  });

  it("writes a PNG of the size asked for", async () => {
    const png = (await figureImage(figure, "png", { width: 500, height: 400 })) as Buffer;
    expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([500 * PNG_SCALE, 400 * PNG_SCALE]);
  });

  it("refuses a height that title and legends use up, and lets that of a figure without a chosen size grow", async () => {
    const runs = Array.from({ length: 90 }, (_, i) =>
      sampleRun(`run-${i}`, { decoder: `min-sum iterations=${i + 1}` }),
    );
    const { figure: many } = figureOfRuns(runs, []);
    const image = (size?: { width: number; height: number }) => figureImage(many, "svg", size);
    await expect(image({ width: 400, height: 400 })).rejects.toThrow(
      /^title and legends leave 0 of 400 px for the axes: choose a height of at least \d{3,} px, --size 400x\d{3,}$/,
    );
    const svg = String(await image());
    expect(Number(/^<svg[^>]* height="(\d+)"/.exec(svg)![1])).toBeGreaterThan(FIGURE_SIZE.height!);
    expect(svg).toContain("iterations=30");
  });

  it("writes an SVG of the default size, its text intact", async () => {
    const svg = String(await figureImage(figure, "svg"));
    const { width, height } = FIGURE_SIZE;
    expect(svg.slice(0, 300)).toContain(`width="${width}" height="${height}"`);
    expect(svg.slice(-7)).toBe("</svg>\n");
    expect(svg).toContain(">Kavčić &amp; co. &lt;2&gt;");
    // Labels have superscripts and italic parts.
    expect(svg).toContain('10<tspan dy="-0.6em"');
    expect(svg).toContain('<tspan font-style="italic">E</tspan>');
    expect(svg).not.toMatch(/&lt;\/?(sup|sub|b|i)&gt;/);
  });

  it("draws panels with axes and legends of their own", async () => {
    const words = await textsOf(lineFigure([panel("left"), { ...panel("right"), yScale: "log" }], { title: "T" }));
    for (const name of ["left", "right"]) {
      for (const part of ["1", "2", "x", "y"]) expect(words).toContain(`${name} ${part}`);
    }
    // Labels of the logarithmic axis have 10, its exponent, and a character that ends the superscript.
    expect(words).toContain("101\u200b");
  });

  it("has units at the axis of throughput, and labels at the numbers of frames", async () => {
    const points = [1, 1024].map((frames) => ({ frames, bitsPerSecond: 1e6 * frames }));
    const words = await textsOf(throughputFigure([{ name: "a", points }], { title: "T" }));
    expect(words).toEqual(expect.arrayContaining(["1 Mbit/s", "10 Mbit/s", "100 Mbit/s", "1 Gbit/s", "1,024"]));
  });

  it("draws text in a PNG with the package's fonts on every machine", async () => {
    const drawn = async (title: string) => (await figureImage(lineFigure([panel("a")], { title }), "png")) as Buffer;
    const [once, again, other] = [await drawn("T"), await drawn("T"), await drawn("U")];
    expect(once.equals(again)).toBe(true);
    expect(once.equals(other)).toBe(false);
  });
});
