import { describe, expect, it } from "vitest";
import type { Figure } from "../../../src/report/figure.ts";
import { domainOf, type PlotAxis } from "../../../src/report/image/axis.ts";
import { DASHES, vegaCurve } from "../../../src/report/image/curve.ts";
import { entriesOf, LINE } from "../../../src/report/image/legend.ts";
import { seenLength, withMarkup } from "../../../src/report/image/markup.ts";
import { symbolProperties } from "../../../src/report/image/symbols.ts";
import { FIGURE_STYLES, FONT_SIZE, RATE_STYLES } from "../../../src/report/style.ts";

describe("withMarkup", () => {
  it("renders Plotly's tags for superscripts, subscripts and italics, and leaves a text's own < and & alone", () => {
    const text = (content: string) => withMarkup(`<g><text x="1">${content}</text></g>`);
    expect(text("10&lt;sup&gt;−2&lt;/sup&gt;")).toContain(
      '10<tspan dy="-0.6em" font-size="70%">−2</tspan><tspan dy="0.42em">',
    );
    expect(text("&lt;i&gt;E&lt;/i&gt;/2")).toContain('<tspan font-style="italic">E</tspan>/2</text>');
    expect(text("a &amp;lt;b&amp;gt; &amp;amp; c")).toBe('<g><text x="1">a &lt;b&gt; &amp; c</text></g>');
    expect(() => text("&lt;u&gt;a&lt;/u&gt;")).toThrow("the tag <u>");
  });

  it("counts the characters that are seen", () => {
    expect(seenLength("10<sup>−2</sup> &amp; more")).toBe("10−2 & more".length);
  });
});

describe("domainOf", () => {
  const axis = (rest: Partial<PlotAxis> = {}): PlotAxis => ({ title: { text: "" }, ...rest });

  it("is the axis' range, of a logarithmic one from exponents", () => {
    expect(domainOf(axis({ range: [1, 3] }), [7], true)).toEqual([1, 3]);
    expect(domainOf(axis({ type: "log", range: [-3, 1] }), [7], true)).toEqual([1e-3, 10]);
  });

  it("covers the values, with room for markers", () => {
    expect(domainOf(axis(), [2, 4], false)).toEqual([2, 4]);
    expect(domainOf(axis(), [2, 4], true)).toEqual([1.9, 4.1]);
    expect(domainOf(axis({ rangemode: "tozero" }), [2, 4], false)).toEqual([0, 4.2]);
    const [low, high] = domainOf(axis({ type: "log" }), [0, 1, 100], true);
    expect([Math.log10(low), Math.log10(high)]).toEqual([expect.closeTo(-0.1, 12), expect.closeTo(2.1, 12)]);
  });
});

describe("vegaCurve", () => {
  it("leaves out points without a value, and ends error bars within a logarithmic axis", () => {
    const error_y = { array: [1, 1], arrayminus: [2, 0.5], color: "red", thickness: 1, width: 4 };
    const trace = { mode: "markers", x: [1, 2, 3], y: [2, 1, null], error_y, marker: { color: "red", size: 8 } };
    const { data, marks } = vegaCurve(trace, "a", 0.1);
    expect(data).toEqual({
      name: "a",
      values: [
        { x: 1, y: 2, top: 3, bottom: 0.01 },
        { x: 2, y: 1, top: 2, bottom: 0.5 },
      ],
    });
    expect(marks.map((mark) => (mark as { type: string }).type)).toEqual(["rule", "rule", "rule", "symbol"]);
  });

  it("refuses a line that it does not know", () => {
    const line = { color: "red", width: 1, dash: "wavy" };
    expect(() => vegaCurve({ mode: "lines", x: [1], y: [1], line }, "a", 1)).toThrow("no line named wavy");
  });
});

describe("the lines of a legend", () => {
  it.each(Object.entries(FIGURE_STYLES))("show all of a pattern, and differ, in style %s", (_, { fontSize }) => {
    const patterns = Object.values(DASHES);
    const long = patterns.filter(
      (pattern) => pattern.reduce((sum, part) => sum + part, 0) > (LINE * fontSize) / FONT_SIZE,
    );
    expect(long).toEqual([]);
    expect(new Set(patterns.map(String)).size).toBe(patterns.length);
  });
});

describe("symbolProperties", () => {
  it("has every marker of a figure, and refuses another", () => {
    const named = Object.values(RATE_STYLES).flatMap((style) => [
      ...style.symbols,
      ...style.referenceSymbols,
      style.boundSymbol,
    ]);
    for (const symbol of named) expect(symbolProperties({ color: "red", size: 8, symbol }).shape.value).not.toBe("");
    expect(() => symbolProperties({ color: "red", size: 8, symbol: "cat" })).toThrow("no marker named cat");
  });

  it("fills a marker unless it is open or a cross", () => {
    const fill = (symbol: string) => symbolProperties({ color: "red", size: 8, symbol }).fill.value;
    expect(["circle", "triangle-down-open", "x-thin"].map(fill)).toEqual(["red", "transparent", "transparent"]);
  });
});

it("a legend has the traces that say so, or all of several that say nothing", () => {
  const trace = (rest: object): Figure["data"][number] => ({ y: [], ...rest });
  const names = (traces: Figure["data"], legend = "legend") => entriesOf(traces, legend).map(({ name }) => name);
  expect(names([trace({ name: "a" })])).toEqual([]);
  expect(names([trace({ name: "a" }), trace({ name: "b", showlegend: false }), trace({ name: "c" })])).toEqual([
    "a",
    "c",
  ]);
  const key = [trace({ name: "a", showlegend: false }), trace({ name: "key", legend: "legend2", showlegend: true })];
  expect([names(key), names(key, "legend2")]).toEqual([[], ["key"]]);
});
