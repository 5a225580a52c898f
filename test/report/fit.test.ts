import { describe, expect, it } from "vitest";
import { figureOfRuns } from "../../src/report/figure.ts";
import { fitFigure } from "../../src/report/fit.ts";
import { seenLength } from "../../src/report/image/markup.ts";
import { wrapMarkup } from "../../src/report/wrap-markup.ts";
import { sampleRun } from "./sample-points.ts";

const LONG = "a decoder with a name that is far too long for a page of 400 px and_has_a_word_that_no_line_can_hold";

describe("wrapMarkup", () => {
  it("ends lines at spaces, and inside words that are too long; entities are one character", () => {
    expect(wrapMarkup("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrapMarkup("abcdefgh &lt;&amp;", 5)).toEqual(["abcde", "fgh", "&lt;&amp;"]);
    expect(wrapMarkup("", 5)).toEqual([""]);
  });

  it("loses no character", () => {
    for (let width = 4; width < 40; width++) {
      const lines = wrapMarkup(LONG, width);
      expect(lines.join("").replaceAll(" ", "")).toBe(LONG.replaceAll(" ", ""));
      expect(Math.max(...lines.map(seenLength))).toBeLessThanOrEqual(width);
    }
  });
});

describe("fitFigure", () => {
  const runs = [sampleRun("a", {}, true), sampleRun("b", { seed: 2 })];
  const { figure } = figureOfRuns(runs, [], { title: LONG, labels: [LONG, "b"] });
  const fitted = (width: number) => {
    const { data, layout, height } = fitFigure(figure, { width });
    const parts = layout as unknown as {
      title: { text: string; pad: { b: number } };
      margin: { t: number; b: number };
      legend2: { yref?: string; y: number };
    };
    return { ...parts, names: data.map(({ name }) => String(name)), height };
  };

  it("wraps title and names on a narrow page, and makes room for them", () => {
    const [narrow, wide] = [fitted(400), fitted(1000)];
    expect(narrow.title.text.split("<br>").length).toBeGreaterThan(wide.title.text.split("<br>").length);
    for (const line of narrow.title.text.split("<br>")) expect(seenLength(line)).toBeLessThan(46);
    expect(narrow.names[0].split("<br>").length).toBeGreaterThan(1);
    expect(wide.names[0]).toBe(LONG);
    expect(narrow.margin.t).toBeGreaterThan(narrow.title.pad.b);
    expect(narrow.margin.t).toBeGreaterThan(wide.margin.t);
    expect(narrow.height - narrow.margin.t - narrow.margin.b).toBeGreaterThanOrEqual(280);
  });

  it("puts the key below where it would cover the curves, else into a corner that is free", () => {
    expect(fitted(400).legend2.yref).toBe("container");
    const all = figureOfRuns([sampleRun("a", {}, true)], []).figure;
    expect(fitFigure(all, { width: 1000 }).layout.legend2).toMatchObject({ xanchor: "right", yanchor: "top" });
    const y = (point: number) => (point === 2 ? 1 : 0.9);
    const flat = figureOfRuns([sampleRun("a")], [], { show: ["fer"], limits: { y: [1e-6, 1] } });
    const high = {
      ...flat.figure,
      data: flat.figure.data.map((trace) => ({ ...trace, y: trace.y.map((_, i) => y(i)) })),
    };
    expect(fitFigure(high, { width: 1000 }).layout.legend2).toMatchObject({ xanchor: "left", yanchor: "bottom" });
  });

  it("puts a key below beside the legend if there is room, else above it", () => {
    const lowFigure = (labels: string[], width: number) => {
      const { data, layout, axesHeight } = fitFigure(figureOfRuns(runs, [], { title: "", labels }).figure, {
        width,
        height: 240,
      });
      const { legend, legend2 } = layout as unknown as Record<string, { x: number; y: number; yref: string }>;
      expect(legend2.yref).toBe("container");
      return { names: data.map(({ name }) => String(name)), legend, legend2, axesHeight };
    };
    const beside = lowFigure(["one", "a longer name"], 800);
    const axesWidth = 800 - 84 - 28;
    // The longest name, its line and a space end before the key begins.
    expect(beside.legend2.x * axesWidth).toBeGreaterThan(44 + 0.6 * 14 * "a longer name".length);
    // The key has more rows than the legend; both begin in one row.
    expect([beside.legend.y > 0, beside.legend2.y]).toEqual([true, 0]);
    const above = lowFigure(["one", LONG.slice(0, 80)], 800);
    expect([above.legend.y, above.legend2.x]).toEqual([0, 0]);
    expect(above.legend2.y).toBeGreaterThan(0);
    expect(beside.axesHeight).toBeGreaterThan(above.axesHeight + 20);
  });
});
