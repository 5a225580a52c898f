import { describe, expect, it } from "vitest";
import { type LineCurve, lineFigure, throughputFigure } from "../../src/report/line-figure.ts";

const curve = (name: string, rest: Partial<LineCurve> = {}): LineCurve => ({
  name,
  points: [
    [1, 10],
    [2, 20],
  ],
  ...rest,
});
const panel = (...curves: LineCurve[]) => ({ curves, x: "QBER, %", y: "g" });
const title = { title: "T" };

describe("lineFigure", () => {
  it("draws curves as lines and marks as markers, with a text each", () => {
    const marks = curve("m", { marks: ["a<b", "c"] });
    const [{ x, y, curves, entries }] = lineFigure(
      [{ ...panel(curve("x & y"), marks), xRange: [0, 2], yRange: [0, 3] }],
      title,
    ).panels;
    expect(curves.map(({ points }) => points)).toEqual([marks.points, marks.points]);
    expect(entries.map(({ name }) => name)).toEqual(["x &amp; y", "m"]);
    expect(curves.map(({ line, marker }) => [line === undefined, marker === undefined])).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(curves[1].texts).toEqual(["<b>m</b><br>1, 10<br>a&lt;b", "<b>m</b><br>2, 20<br>c"]);
    expect([x.title, x.range, y.range]).toEqual(["QBER, %", [0, 2], [0, 3]]);
    expect(lineFigure([panel(curve("a"))], title).panels[0].y.range).toEqual([0, 21]);
  });

  it("distinguishes curves, but gives the curves of a group one colour; a curve alone has no legend", () => {
    const looksOf = (...curves: LineCurve[]) => lineFigure([panel(...curves)], title).panels[0].curves;
    const looks = looksOf(...Array.from({ length: 12 }, (_, i) => curve(String(i))));
    expect(new Set(looks.map(({ line }) => JSON.stringify(line))).size).toBe(12);
    const [a, b] = looksOf(curve("a", { group: "g" }), curve("b", { group: "g" }));
    expect(a.line).toEqual(b.line);
    const [line, ...marks] = looksOf(curve("a"), curve("b", { marks: ["x"] }), curve("c", { marks: ["x"] }));
    expect(marks.map(({ marker }) => marker?.symbol)).toEqual(["circle", "diamond"]);
    expect(marks[0].marker?.fill).not.toBe(line.line?.colour);
    expect(lineFigure([panel(curve("a"))], title).panels[0].entries).toEqual([]);
  });
});

describe("throughputFigure", () => {
  const speed = (name: string, group?: string) => ({ name, group, points: [{ frames: 1024, bitsPerSecond: 1.024e9 }] });
  const looksOf = (...curves: ReturnType<typeof speed>[]) => throughputFigure(curves, title).panels[0].entries;
  const text = (one: unknown) => JSON.stringify(one, (key, value) => (key === "name" ? undefined : value));

  it("tells all curves apart, and those of a group by line and marker", () => {
    const looks = looksOf(...Array.from({ length: 13 }, (_, i) => speed(`${i}`)));
    expect(new Set(looks.map(text)).size).toBe(13);
    const [first, second, other] = looksOf(speed("1", "a"), speed("2", "a"), speed("3", "b"));
    expect(second.line?.colour).toBe(first.line?.colour);
    expect(second.line?.dash).not.toBe(first.line?.dash);
    expect(other.line?.colour).not.toBe(first.line?.colour);
    expect(throughputFigure([speed("a<b")], title).panels[0].curves[0].texts).toEqual([
      "<b>a&lt;b</b><br>1,024 frames<br>1.02 Gbit/s",
    ]);
  });
});
