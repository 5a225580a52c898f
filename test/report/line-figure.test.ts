import { describe, expect, it } from "vitest";
import { type LineCurve, lineFigure } from "../../src/report/line-figure.ts";

const curve = (name: string, rest: Partial<LineCurve> = {}): LineCurve => ({
  name,
  points: [
    [1, 10],
    [2, 20],
  ],
  ...rest,
});
const panel = (...curves: LineCurve[]) => ({ curves, x: "QBER, %", y: "g" });

describe("lineFigure", () => {
  it("draws curves as lines and marks as markers, with a text each", () => {
    const marks = curve("m", { marks: ["a<b", "c"] });
    const { data, layout } = lineFigure([{ ...panel(curve("x & y"), marks), xRange: [0, 2], yRange: [0, 3] }], {
      title: "T",
    });
    expect(data.map(({ x, y, name, mode }) => ({ x, y, name, mode }))).toEqual([
      { x: [1, 2], y: [10, 20], name: "x &amp; y", mode: "lines" },
      { x: [1, 2], y: [10, 20], name: "m", mode: "markers" },
    ]);
    expect(data[1].text).toEqual(["<b>m</b><br>1, 10<br>a&lt;b", "<b>m</b><br>2, 20<br>c"]);
    expect(layout.yaxis).toMatchObject({ range: [0, 3], anchor: "x" });
    expect(layout.xaxis).toMatchObject({ domain: [0, 1], range: [0, 2], title: { text: "QBER, %" } });
  });

  it("has powers of ten at equal distances on a logarithmic axis", () => {
    const { layout } = lineFigure([{ ...panel(curve("a")), yRange: [1e-4, 0.1], yScale: "log" }], { title: "T" });
    // Plotly takes the exponents.
    expect(layout.yaxis).toMatchObject({ type: "log", dtick: 1, range: [-4, -1] });
  });

  it("puts panels beside each other", () => {
    const { data, layout } = lineFigure([panel(curve("a")), panel(curve("b"))], { title: "T" });
    expect(data.map(({ xaxis, yaxis }) => [xaxis, yaxis])).toEqual([
      ["x", "y"],
      ["x2", "y2"],
    ]);
    const [left, right] = [layout.xaxis, layout.xaxis2].map((axis) => (axis as { domain: number[] }).domain);
    expect(left[0]).toBe(0);
    expect(left[1]).toBeLessThan(right[0]);
    expect(right[1]).toBeCloseTo(1, 12);
    expect(layout.yaxis2).toMatchObject({ anchor: "x2", rangemode: "tozero" });
    // Each set of curves has its own legend and colours.
    expect(data.map(({ legend }) => legend)).toEqual(["legend", "legend2"]);
    expect((layout.legend as { x: number }).x).toBeLessThan(left[1]);
    expect(layout.legend2).toMatchObject({ xanchor: "right", yanchor: "top" });
    expect(data[0].line).toEqual(data[1].line);
  });

  it("distinguishes curves, but gives the curves of a group one colour", () => {
    const looks = lineFigure([panel(...Array.from({ length: 12 }, (_, i) => curve(String(i))))], {
      title: "T",
    }).data.map(({ line }) => JSON.stringify(line));
    expect(new Set(looks).size).toBe(12);
    const [a, b] = lineFigure([panel(curve("a", { group: "g" }), curve("b", { group: "g" }))], { title: "T" }).data;
    expect(a.line).toEqual(b.line);
    const [line, ...marks] = lineFigure(
      [panel(curve("a"), curve("b", { marks: ["x"] }), curve("c", { marks: ["x"] }))],
      { title: "T" },
    ).data.map(({ line, marker }) => ({ line, marker }) as { line: { color: string }; marker: { symbol: string } });
    expect(marks.map(({ marker }) => marker.symbol)).toEqual(["circle", "diamond"]);
    expect(marks[0].line.color).not.toBe(line.line.color);
  });

  it("needs no legend for one curve", () => {
    const bottom = (...curves: LineCurve[]) =>
      (lineFigure([panel(...curves)], { title: "T" }).layout.margin as { b: number }).b;
    expect(bottom(curve("a"))).toBeLessThan(bottom(curve("a"), curve("b")));
  });
});
