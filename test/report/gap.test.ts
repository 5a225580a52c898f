import { describe, expect, it } from "vitest";
import type { ChannelKind } from "../../src/channel/channel-kind.ts";
import { channels } from "../../src/channel/channels.ts";
import { approximationAt } from "../../src/channel/limits/channel-limits.ts";
import { approximationGapText, crossing, gapAt } from "../../src/report/gap.ts";
import type { ReferenceCurve } from "../../src/report/reference.ts";

const points = [
  { x: 1, fer: { value: 1e-1, interval: [0.9e-1, 1.1e-1] as const } },
  { x: 2, fer: { value: 1e-3, interval: [0.5e-3, 2e-3] as const } },
  { x: 3, fer: { value: 1e-4, interval: [0.5e-4, 2e-4] as const } },
];
const curve = (name: string, shift: number): ReferenceCurve => ({
  kind: "reference",
  name,
  parameter: "ebn0",
  errors: "frame",
  points: points.map(({ x, fer }) => ({ x: x + shift, fer })),
});

describe("crossing", () => {
  it("interpolates ln FER", () => {
    expect(crossing(points, 1e-2)?.x).toBeCloseTo(1.5, 12);
    expect(crossing(points, 1e-3)?.x).toBeCloseTo(2, 12);
  });

  it("has the crossings of the ends of the intervals", () => {
    const { low, high } = crossing(points, 1e-2)!;
    const between = (a: number, b: number) => 1 + Math.log(a / 1e-2) / Math.log(a / b);
    expect(low).toBeCloseTo(between(0.9e-1, 0.5e-3), 12);
    expect(high).toBeCloseTo(between(1.1e-1, 2e-3), 12);
  });

  it("is not extrapolated", () => {
    expect(crossing(points, 0.5)).toBeUndefined();
    expect(crossing(points, 1e-5)).toBeUndefined();
    expect(crossing([], 1e-3)).toBeUndefined();
  });
});

describe("gapAt", () => {
  it("is positive where the first curve is better, with the errors of both", () => {
    const { gap, low, high } = gapAt(curve("a", 0), curve("b", 0.25), 1e-2);
    const own = crossing(points, 1e-2)!;
    expect(gap).toBeCloseTo(0.25, 12);
    expect(low).toBeCloseTo(0.25 - Math.hypot(own.x - own.low, own.high - own.x), 12);
    expect(high).toBeCloseTo(0.25 + Math.hypot(own.x - own.low, own.high - own.x), 12);
    expect(gapAt(curve("b", 0.25), curve("a", 0), 1e-2).gap).toBeCloseTo(-0.25, 12);
  });

  it("says which curve does not reach the FER, and which axis has no decibels", () => {
    expect(() => gapAt(curve("a", 0), curve("b", 0), 1e-6)).toThrow("a has no two points around a FER of 0.000001");
    const bsc = { ...curve("a", 0), parameter: "qber" as const };
    expect(() => gapAt(bsc, bsc, 1e-2)).toThrow("--at needs an axis in dB");
  });
});

const size = { q: 2, n: 576, k: 288 };
const textOf = (kind: ChannelKind, fers: Readonly<Record<number, number>>) => {
  const points = Object.entries(fers).map(([x, value]) => ({ x: Number(x), fer: { value } }));
  return approximationGapText(kind, size, points);
};

describe("the distance from the normal approximation", () => {
  it("is in dB at FER 1e-3, where the curve is interpolated", () => {
    const text = textOf(channels.ebn0, { 1.5: 1e-2, 2.5: 1e-4 });
    expect(text).toBe(
      "FER 1e-3 is at Eb/N0 2.00 dB, 0.60 dB above the normal approximation for codes of this length and rate (1.40 dB).",
    );
  });

  it("is at another power of ten if the curve does not reach 1e-3", () => {
    expect(textOf(channels.ebn0, { 0: 0.5, 1: 0.005 })).toMatch(/^FER 1e-2 is at Eb\/N0 0\.85 dB/);
    expect(textOf(channels.ebn0, { 0: 0.5, 1: 0.2 })).toBeUndefined();
    expect(textOf(channels.ebn0, {})).toBeUndefined();
  });

  it("is below it for a curve that no code has", () => {
    expect(textOf(channels.ebn0, { 0: 1e-2, 1: 1e-4 })).toContain("0.90 dB below the normal");
  });

  it("names both values where there are no decibels", () => {
    const limit = approximationAt(channels.qber, size, 1e-3)!;
    const text = textOf(channels.qber, { 0.05: 1e-4, 0.07: 1e-2 });
    expect(text).toBe(
      `FER 1e-3 is at QBER 0.06; the normal approximation for codes of this length and rate has it at ${limit.toPrecision(3)}.`,
    );
  });
});
