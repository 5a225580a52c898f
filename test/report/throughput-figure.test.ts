import { describe, expect, it } from "vitest";
import { throughputFigure } from "../../src/report/throughput-figure.ts";

const curve = (name: string, frames: number[]) => ({
  name,
  points: frames.map((count) => ({ frames: count, bitsPerSecond: 1e6 * count })),
});

describe("throughputFigure", () => {
  it("draws a curve per decoder on logarithmic axes", () => {
    const { data, layout } = throughputFigure([curve("a<b", [1, 1024]), curve("c", [1024, 4096])], { title: "T" });
    expect(data.map(({ x, y, name }) => ({ x, y, name }))).toEqual([
      { x: [1, 1024], y: [1e6, 1.024e9], name: "a&lt;b" },
      { x: [1024, 4096], y: [1.024e9, 4.096e9], name: "c" },
    ]);
    expect(data[0].text).toEqual([
      "<b>a&lt;b</b><br>1 frames<br>1 Mbit/s",
      "<b>a&lt;b</b><br>1,024 frames<br>1.02 Gbit/s",
    ]);
    expect(layout.xaxis).toMatchObject({ type: "log", tickvals: [1, 1024, 4096], ticktext: ["1", "1,024", "4,096"] });
    expect(layout.yaxis).toMatchObject({ type: "log" });
  });

  it("tells all curves apart, and needs no legend for one", () => {
    const curves = Array.from({ length: 13 }, (_, i) => curve(String(i), [1]));
    const looks = throughputFigure(curves, { title: "T" }).data.map(({ line, marker }) =>
      JSON.stringify([line, marker]),
    );
    expect(new Set(looks).size).toBe(13);
    const below = (count: number) =>
      (throughputFigure(curves.slice(0, count), { title: "T" }).layout.margin as { b: number }).b;
    expect(below(2)).toBeGreaterThan(below(1));
  });

  it("gives curves of a group one colour, and tells them apart by line and marker", () => {
    const curves = ["a", "a", "b", "a"].map((group, i) => ({ ...curve(String(i), [1]), group }));
    const looks = throughputFigure(curves, { title: "T" }).data.map(
      ({ line, marker }) => Object.assign({}, line, marker) as Record<string, unknown>,
    );
    const [first, second, other, third] = looks;
    expect([second.color, third.color]).toEqual([first.color, first.color]);
    expect(other.color).not.toBe(first.color);
    expect(other).toMatchObject({ symbol: first.symbol, dash: first.dash });
    expect(new Set([first, second, third].map(({ symbol }) => symbol)).size).toBe(3);
    expect(new Set([first, second, third].map(({ dash }) => dash)).size).toBe(3);
  });
});
