import { describe, expect, it } from "vitest";
import { type Axis, DASHES, type Figure, LEGEND_PLACES, SYMBOLS, seenLength } from "../../src/report/chart.ts";
import { Drawing } from "../../src/report/draw.ts";
import { figureOfRuns } from "../../src/report/figure.ts";
import { layOut, wrapMarkup } from "../../src/report/layout.ts";
import { lineFigure } from "../../src/report/line-figure.ts";
import { figurePage } from "../../src/report/page.ts";
import { FIGURE_STYLES } from "../../src/report/style.ts";
import { sampleRun } from "./sample-points.ts";

const LONG = "a decoder with a name that is far too long for a page of 400 px and_has_a_word_that_no_line_can_hold";
const runs = [sampleRun("a", {}, true), sampleRun("b", { seed: 2 })];

describe("wrapMarkup", () => {
  it("ends lines at spaces, and inside words that are too long; entities are one character; no character is lost", () => {
    expect(wrapMarkup("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrapMarkup("abcdefgh &lt;&amp;", 5)).toEqual(["abcde", "fgh", "&lt;&amp;"]);
    expect(wrapMarkup("", 5)).toEqual([""]);
    for (let width = 4; width < 40; width++) {
      const lines = wrapMarkup(LONG, width);
      expect(lines.join("").replaceAll(" ", "")).toBe(LONG.replaceAll(" ", ""));
      expect(Math.max(...lines.map(seenLength))).toBeLessThanOrEqual(width);
    }
  });
});

describe("layOut", () => {
  const { figure } = figureOfRuns(runs, [], { title: LONG, labels: [LONG, "b"] });
  const isIn = (width: number, legend?: Figure["legend"]) =>
    layOut({ ...figure, ...(legend && { legend }) }, { width }).legends.map(({ isBoxed }) => isBoxed);

  it("wraps title and names on a narrow page, and makes room for them", () => {
    const [narrow, wide] = [400, 1000].map((width) => layOut(figure, { width }));
    expect(narrow.heading.lines.length).toBeGreaterThan(wide.heading.lines.length);
    expect(narrow.panels[0].top).toBeGreaterThan(narrow.heading.lines.at(-1)!.y);
    expect(narrow.axesHeight).toBeGreaterThanOrEqual(280);
    for (const layout of [narrow, wide]) {
      const last = layout.legends.flatMap(({ rows }) => rows.map(({ top, step, lines }) => top + step * lines.length));
      expect(Math.max(...last)).toBeLessThanOrEqual(layout.height);
    }
  });

  it("puts a legend into a corner that no curve enters, else its key alone, else both below", () => {
    expect(isIn(1000)).toEqual([true]);
    expect(isIn(400)).toEqual([true, false]);
    const [{ rows }] = layOut(figure, { width: 400 }).legends;
    expect(rows.map(({ lines }) => lines.join(" "))).toContain("FER");
    // A curve along the upper end leaves the lower left corner.
    const points = [...Array(20).keys()].map((i): readonly [number, number] => [i, 99]);
    const corner = (...all: (typeof points)[]) => {
      const curves = all.map((some, i) => ({ name: `curve ${i}`, points: some }));
      const layout = layOut(lineFigure([{ curves, x: "x", y: "y", yRange: [0, 100] }], { title: "" }), { width: 800 });
      const [{ box, isBoxed }] = layout.legends;
      const axes = layout.panels[0];
      return isBoxed && [box.left < axes.left + axes.width / 2, box.top < axes.top + axes.height / 2];
    };
    expect(corner(points, points)).toEqual([true, false]);
    const low = points.map(([x]): readonly [number, number] => [x, 1]);
    expect(corner(points, low)).toBe(false);
  });

  it.each(LEGEND_PLACES)("has the legend where it is wanted: %s", (legend) => {
    const { legends } = layOut({ ...figure, legend }, { width: 1000 });
    const names = legends.flatMap(({ rows }) => rows.map(({ lines }) => lines.join(" ")));
    expect(names.includes("FER")).toBe(legend !== "none");
    expect(isIn(1000, legend)).toEqual(legend === "none" ? [] : [legend !== "below"]);
  });

  it.each([320, 400, 640, 1000])("puts short names below into one line, of %i px, where they fit", (width) => {
    const names = ["a", "bb", "a name of thirty-one characters", "c", "dd", "e"];
    const curves = names.map((name) => ({ name, points: [[0, 1] as const] }));
    const { legends } = layOut(
      { ...lineFigure([{ curves, x: "x", y: "y" }], { title: "" }), legend: "below" },
      { width },
    );
    const { rows } = legends[0];
    expect(new Set(rows.map(({ top }) => top)).size).toBeLessThan(4);
    for (const [i, { left, top, lines }] of rows.entries()) {
      // 30 px of line, 8 to the name, 8.4 a character of 14 px.
      const end = left + 38 + 8.4 * seenLength(lines[0]);
      expect(end).toBeLessThan(rows[i + 1]?.top === top ? rows[i + 1].left : width);
    }
  });

  it("puts panels beside each other where there is room", () => {
    const panel = { curves: [{ name: "a", points: [[0, 1] as const] }], x: "x", y: "y" };
    const places = (width: number) => layOut(lineFigure([panel, panel], { title: "T" }), { width }).panels;
    const [left, right] = places(1000);
    expect([right.top, right.left > left.left + left.width]).toEqual([left.top, true]);
    const [first, second] = places(390);
    expect([second.left, second.top > first.top + first.height]).toEqual([first.left, true]);
  });
});

describe("ticks", () => {
  const texts = (range: [number, number], rest: Partial<Axis> = {}) =>
    Drawing.ticks({ title: "", scale: "linear", range, ...rest }, range, 400, 14).labels.map(({ text }) => text);

  it("are powers of ten, of which tall ranges skip some, and multiples within a decade", () => {
    expect(texts([2e-3, 1.2], { scale: "log" })).toEqual(["10<sup>−2</sup>", "10<sup>−1</sup>", "10<sup>0</sup>"]);
    expect(texts([1e-40, 1], { scale: "log" }).filter(Boolean).length).toBeLessThan(20);
    expect(texts([2e-3, 5e-3], { scale: "log" })).toEqual([2, 3, 4, 5].map((factor) => `${factor}·10<sup>−3</sup>`));
    expect(texts([2.1e-3, 2.3e-3], { scale: "log" })).toContain("0.00220");
    expect(texts([1e6, 1e9], { scale: "log", unit: "bit/s" })).toEqual([
      "1 Mbit/s",
      "10 Mbit/s",
      "100 Mbit/s",
      "1 Gbit/s",
    ]);
  });

  it("are round numbers on a linear axis, or the given ones that do not overlap", () => {
    expect(texts([-1, 2])).toEqual(["−1.0", "−0.5", "0.0", "0.5", "1.0", "1.5", "2.0"]);
    expect(texts([0, 5000])).toContain("4,000");
    expect(texts([1, 1024], { scale: "log", ticks: [1, 256, 260, 1024] })).toEqual(["1", "256", "1,024"]);
  });
});

describe("Drawing", () => {
  /** Every marker, line and part that a figure can have. */
  const everything = (): Figure => {
    const colour = "#0072b2";
    const curves = SYMBOLS.map((symbol, i) => ({
      entry: i,
      points: [[1, 10 ** -i, 0, 1] as const, [2, 10 ** -(i + 1)] as const],
      texts: ["one", "two"],
      line: { colour, width: 2, dash: DASHES[i % DASHES.length] },
      marker: { symbol, size: 8, fill: colour, stroke: colour, strokeWidth: 1, isLimit: i % 2 === 0 },
      intervals: { as: i % 2 === 0 ? ("bars" as const) : ("band" as const), colour },
    }));
    const entries = curves.map(({ line, marker }, i) => ({ name: `<i>c</i><sub>${i}</sub> &lt;`, line, marker }));
    const x = { title: "x <sup>2</sup>", scale: "linear", range: [0, 3] } as const;
    const y = { title: "y", scale: "log", range: [1e-12, 1] } as const;
    return { title: '"<T>"', subtitle: "s & t", panels: [{ x, y, curves, entries }], style: FIGURE_STYLES.screen };
  };

  it("draws every marker and line, and each looks like no other", () => {
    const figure = everything();
    const svg = new Drawing(figure, layOut(figure, { width: 900 })).svg();
    expect(svg).not.toMatch(/NaN|undefined|Infinity|<\/?(sup|sub|b|i)>/);
    expect(svg).toContain('role="img" aria-label="&quot;&lt;T&gt;&quot;. y over x 2: c0 &lt;; c1 &lt;');
    expect(svg.match(/<(\w+)/g)!.length).toBe(svg.match(/\/>|<\/\w+>/g)!.length);
    expect(new Set(SYMBOLS.map((symbol) => Drawing.shape(symbol, 4))).size).toBe(SYMBOLS.length);
    // A legend's line shows all of a pattern, in the smallest style, too.
    const line = layOut({ ...figure, style: FIGURE_STYLES.paper }, { width: 320 }).look.legendLine;
    const patterns = DASHES.map((dash) => Drawing.dashes[dash]);
    for (const pattern of patterns) expect(pattern.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(line);
    expect(new Set(patterns.map(String)).size).toBe(DASHES.length);
  });

  it("hides what a reader hides, and shows the part that a reader chooses", () => {
    const figure = everything();
    const layout = layOut(figure, { width: 900 });
    const whole = new Drawing(figure, layout);
    expect(new Drawing(figure, layout, { hidden: new Set(["0:0", "0:3"]) }).shown(0)).toHaveLength(SYMBOLS.length - 2);
    const part = new Drawing(figure, layout, { zoom: [{ x: [1, 2], y: [1e-6, 1e-3] }] });
    const { left, width } = layout.panels[0];
    expect([part.place1(0, "x", 1), part.place1(0, "x", 2)]).toEqual([left, left + width]);
    for (const one of [whole, part]) expect(one.value(0, "y", one.place1(0, "y", 1e-4))).toBeCloseTo(1e-4, 12);
    expect(part.svg()).not.toContain("NaN");
    expect(() => whole.text("<u>a</u>", 0, 0)).toThrow("a label has the tag <u>, which no drawing has");
  });

  it("draws in a page as here: its text refers to nothing outside itself", () => {
    const figure = everything();
    const layout = layOut(figure, { width: 900 });
    const carried = new Function("__name", `return ${Drawing}`)((named: unknown) => named) as typeof Drawing;
    expect(new carried(figure, layout, { isLive: true }).svg()).toBe(
      new Drawing(figure, layout, { isLive: true }).svg(),
    );
  });
});

it("a page holds the figure, and nothing in it ends the script early", () => {
  const evil = "</script><script>alert(1)</script><!--";
  const { figure, title } = figureOfRuns([sampleRun("a", { code: evil }), sampleRun("b")], []);
  const page = figurePage(figure, title);
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page).not.toContain("<!--");
  expect(page).not.toMatch(/(src|href)=/);
  const json = page.match(/const figure = (.*);\n/)?.[1] ?? "";
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(figure)));
});
