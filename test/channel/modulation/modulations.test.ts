import { describe, expect, it } from "vitest";
import { grayPosition, modulations, planeModulations } from "../../../src/channel/modulation/modulated.ts";
import { pointsOf } from "./points-of.ts";

describe.each(Object.values(planeModulations))("$name", (modulation) => {
  const points = pointsOf(modulation);

  it("has distinct points of mean 0 and mean energy 1 under its own name", () => {
    expect(modulations[modulation.name as keyof typeof modulations]).toBe(modulation);
    expect(points.length).toBe(2 ** modulation.bits);
    expect(new Set(points.map(([x, y]) => `${x.toFixed(9)},${y.toFixed(9)}`)).size).toBe(points.length);
    const mean = (of: (point: readonly [number, number]) => number) =>
      points.reduce((sum, point) => sum + of(point), 0) / points.length;
    expect(mean(([x, y]) => x * x + y * y)).toBeCloseTo(1, 12);
    for (const axis of [0, 1]) expect(mean((point) => point[axis])).toBeCloseTo(0, 12);
  });

  it("has Gray labels: nearest points differ in one bit", () => {
    const distance = (i: number, j: number) => Math.hypot(points[i][0] - points[j][0], points[i][1] - points[j][1]);
    points.forEach((_, i) => {
      const others = points.map((__, j) => j).filter((j) => j !== i);
      const nearest = Math.min(...others.map((j) => distance(i, j)));
      for (const j of others.filter((other) => distance(i, other) < nearest * (1 + 1e-9))) {
        expect(Math.log2(i ^ j) % 1).toBe(0);
      }
    });
  });
});

describe("grayPosition", () => {
  it("inverts the reflected code", () => {
    for (let i = 0; i < 64; i++) expect(grayPosition(i ^ (i >> 1))).toBe(i);
  });

  it("has BPSK's label 0 at +1", () => {
    expect(modulations.bpsk.shape).toEqual({ axes: 1, amplitudes: [1, -1] });
  });
});
