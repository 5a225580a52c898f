import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { float16, float32, half, int8 } from "./arithmetic.ts";

describe("int8 arithmetic", () => {
  const quarter = int8(0.25);

  it("rounds channel LLRs to the nearest step, ties away from zero, and keeps them within ±127", () => {
    expect([0.5, 0.124, 0.125, 0.37, 0.375].map(quarter.channel)).toEqual([2, 0, 1, 1, 2]);
    expect([-0.5, -0.124, -0.125, -0.37, -0.375].map(quarter.channel)).toEqual([-2, 0, -1, -1, -2]);
    expect([0, -0, 31.7, 31.9, 1e6, -1e6].map(quarter.channel)).toEqual([0, 0, 127, 127, 127, -127]);
  });

  it("rounds as f32 does: an LLR just below a tie is one", () => {
    // 0.49999997 (2⁻¹ − 2⁻²⁵) plus 0.5 is 1 in f32.
    expect(int8(1).channel(0.5 - 2 ** -25)).toBe(1);
    expect(int8(1).channel(0.5 - 2 ** -24)).toBe(0);
  });

  it("saturates differences and posteriors, not sums", () => {
    expect(quarter.difference(-127, 31)).toBe(-127);
    expect(quarter.difference(120, -5)).toBe(125);
    expect(quarter.add(127, 31)).toBe(158);
    expect(quarter.posterior(158)).toBe(127);
    expect(quarter.posterior(-128)).toBe(-127);
  });
});

describe("f16 numbers", () => {
  it("are rounded to 11 bits, ties to even", () => {
    expect(half(1 + 2 ** -10)).toBe(1 + 2 ** -10);
    expect(half(1 + 2 ** -11)).toBe(1);
    expect(half(1 + 3 * 2 ** -11)).toBe(1 + 2 ** -9);
    expect(half(-(1 + 2 ** -11 + 2 ** -20))).toBe(-(1 + 2 ** -10));
    expect(half(0.1)).toBe(0.0999755859375);
    expect(half(2049)).toBe(2048);
    expect(half(2051)).toBe(2052);
  });

  it("are at most 2¹⁵, and no subnormals", () => {
    expect(half(1e9)).toBe(32768);
    expect(half(-40000)).toBe(-32768);
    expect(half(2 ** -14)).toBe(2 ** -14);
    expect(half(2 ** -14 - 2 ** -30)).toBe(0);
    expect(half(-(2 ** -15))).toBe(0);
  });

  it("are the nearest there are", () => {
    fc.assert(
      fc.property(fc.float({ min: 2 ** -14, max: 2 ** 15, noNaN: true }), (x) => {
        const rounded = half(x);
        expect(Math.abs(rounded - x)).toBeLessThanOrEqual(x * 2 ** -11);
        expect(half(rounded)).toBe(rounded);
        expect(half(-x)).toBe(-rounded);
      }),
    );
  });
});

it("f32 arithmetic rounds every operation, and has no negative zero from the channel", () => {
  expect(float32.channel(0.1)).toBe(Math.fround(0.1));
  expect(Object.is(float32.channel(-0), 0) && Object.is(float16.channel(-0), 0)).toBe(true);
  expect(float32.add(1, 2 ** -24)).toBe(1);
  expect(float32.difference(1, 2 ** -26)).toBe(1);
});
