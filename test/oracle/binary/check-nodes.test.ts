import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minSum, minSumInt8, normalisedMinSum, offsetMinSum, phi, sumProduct } from "./check-nodes.ts";

describe("min-sum check nodes", () => {
  it("give the least of the others, with the product of their signs", () => {
    expect(minSum()([3, -1, 2, 5], 0)).toEqual([-1, 2, -1, -1]);
    expect(minSum()([3, -1, 2, 5], 1)).toEqual([1, -2, 1, 1]);
    expect(minSum()([-3, -1, -2], 0)).toEqual([1, 2, 1]);
  });

  it("give the least to all but one of several least", () => {
    expect(minSum()([2, -2, 7], 0)).toEqual([-2, 2, -2]);
  });

  it("take zeros of either sign for positive", () => {
    expect(minSum()([0, 4, 6], 0)).toEqual([4, 0, 0]);
    expect(minSum()([-0, 4, 6], 0)).toEqual([4, 0, 0]);
    expect(minSum()([-0, -4, 6], 0)).toEqual([-4, 0, -0]);
  });

  it("are certain where the check has no other variable, and never more than that", () => {
    expect(minSum()([-3], 0)).toEqual([2 ** 20]);
    expect(minSum()([-3], 1)).toEqual([-(2 ** 20)]);
    expect(normalisedMinSum(0.75)([1], 0)).toEqual([0.75 * 2 ** 20]);
    expect(offsetMinSum(0.5)([1], 1)).toEqual([0.5 - 2 ** 20]);
    expect(minSum()([2 ** 22, 2 ** 23], 0)).toEqual([2 ** 20, 2 ** 20]);
  });

  it("scale", () => {
    expect(normalisedMinSum(0.75)([3, -1, 2], 0)).toEqual([-0.75, 1.5, -0.75]);
    expect(() => normalisedMinSum(1.1)).toThrow("alpha 1.1 is not in (0, 1]");
    expect(() => normalisedMinSum(0)).toThrow("not in (0, 1]");
  });

  it("scale 12 bits of the magnitude in single precision", () => {
    // 1 + 2⁻¹¹ has 12 bits, 1 + 2⁻¹² has 13, 1 + 2⁻¹¹ + 2⁻²³ has 24.
    const single = normalisedMinSum(0.75, "single");
    expect(single([1 + 2 ** -11, 9], 0)[1]).toBe(0.75 * (1 + 2 ** -11));
    expect(single([1 + 2 ** -12, 9], 0)[1]).toBe(0.75);
    expect(single([-(1 + 2 ** -11 + 2 ** -23), 9], 0)[1]).toBe(-0.75 * (1 + 2 ** -11));
    expect(normalisedMinSum(1, "single")([1 + 2 ** -12, 9], 0)[1]).toBe(1 + 2 ** -12);
  });

  it("scale by 12 bits of the factor in single precision", () => {
    // 0.825 · 4096 = 3379.2 and 0.3 · 8192 = 2457.6. Just below 1 the nearest scale is 1.
    expect(normalisedMinSum(0.825, "single")([1, 9], 0)[1]).toBe(3379 / 4096);
    expect(normalisedMinSum(0.3, "single")([1, 9], 0)[1]).toBe(2458 / 8192);
    expect(normalisedMinSum(1 - 2 ** -20, "single")([1, 9], 0)[1]).toBe(1);
    expect(normalisedMinSum(0.825)([1, 9], 0)[1]).toBe(0.825);
  });

  it("cut those bits as a mask on the number's pattern does", () => {
    const pattern = new Uint32Array(1);
    const float = new Float32Array(pattern.buffer);
    fc.assert(
      fc.property(fc.float({ min: 0, max: 2 ** 20, noNaN: true }), (magnitude) => {
        float[0] = magnitude;
        pattern[0] &= 0xfffff000;
        expect(normalisedMinSum(0.5, "single")([magnitude, 2 ** 21], 0)[1]).toBe(float[0] / 2);
      }),
      { numRuns: 1000 },
    );
  });

  it("take an offset off", () => {
    expect(offsetMinSum(0.5)([3, -1, 0.25], 0)).toEqual([-0, 0, -0.5]);
    expect(offsetMinSum(0.5)([3, -1, 2], 0)).toEqual([-0.5, 1.5, -0.5]);
    // 2²⁰ − 2⁻⁶ needs 26 bits: the nearest f32 number is 2²⁰.
    expect(offsetMinSum(2 ** -6, "single")([2 ** 20, 2 ** 20], 0)[0]).toBe(2 ** 20);
    expect(offsetMinSum(2 ** -6)([2 ** 20, 2 ** 20], 0)[0]).toBe(2 ** 20 - 2 ** -6);
    expect(offsetMinSum(0.3, "single")([0.5, 1], 0)[1]).toBe(0.5 - Math.fround(0.3));
  });
});

describe("int8 min-sum check nodes", () => {
  it("scale to the nearest step, half upwards", () => {
    // ·12/16: 1 → 0.75, 2 → 1.5, 3 → 2.25, 10 → 7.5.
    const outgoing = (least: number) => minSumInt8({ scale: 0.75 })([least, -127], 0);
    expect([1, 2, 3, 10].map((least) => outgoing(least)[1])).toEqual([1, 2, 2, 8]);
    // ·211/256: 3 → 2.47, 20 → 16.48, 21 → 17.3.
    const other = (least: number) => minSumInt8({ scale: 211 / 256 })([least, -127], 0);
    expect([3, 20, 21].map((least) => other(least)[1])).toEqual([2, 16, 17]);
    expect(() => minSumInt8({ scale: 0.825 })).toThrow("scale 0.825 is not j/256");
  });

  it("clip at 31, and of degree 1 too", () => {
    expect(minSumInt8()([40, -50, 33], 0)).toEqual([-31, 31, -31]);
    expect(minSumInt8()([30, -50, 33], 0)).toEqual([-31, 30, -30]);
    expect(minSumInt8({ scale: 0.25 })([5], 1)).toEqual([-31]);
    expect(minSumInt8({ scale: 1 / 16 })([5], 0)).toEqual([8]);
    expect(minSumInt8({ clip: 127 })([127, 100], 0)).toEqual([100, 127]);
  });

  it("take the offset off before they clip", () => {
    expect(minSumInt8({ offset: 2 })([1, -33, 34], 0)).toEqual([-31, 0, -0]);
    expect(minSumInt8({ offset: 2 })([1, 20], 0)).toEqual([18, 0]);
  });
});

describe("sum-product check nodes", () => {
  const byTanh = (t: readonly number[], n: number) =>
    2 * Math.atanh(t.reduce((product, value, i) => (i === n ? product : product * Math.tanh(value / 2)), 1));

  it("are products of hyperbolic tangents", () => {
    const llr = fc.double({ min: -8, max: 8, noNaN: true });
    fc.assert(
      fc.property(fc.array(llr, { minLength: 2, maxLength: 8 }), (t) => {
        sumProduct()(t, 0).forEach((value, n) => {
          expect(value).toBeCloseTo(byTanh(t, n), 9);
        });
        const turned = sumProduct()(t, 0).map((value) => -value);
        expect(sumProduct()(t, 1)).toEqual(turned);
      }),
    );
  });

  it("say what is known of the sum of two bits", () => {
    // P(0) is 3/4 for an LLR of ln 3, and 3/4·3/4 + 1/4·1/4 = 5/8 for the sum of two such bits: LLR ln(5/3).
    const [, , third] = sumProduct()([Math.log(3), Math.log(3), 0], 0);
    expect(third).toBeCloseTo(Math.log(5 / 3), 15);
  });

  it("are accurate where tanh is 1 or as small as its argument", () => {
    const [first, second] = sumProduct()([60, 50, 1e-12], 0).slice(0, 2);
    expect(first / 1e-12).toBeCloseTo(1, 12);
    expect(second / 1e-12).toBeCloseTo(1, 12);
    // 60 and 50 give 50 − ln(1 + e⁻¹⁰) up to terms of e⁻⁵⁰.
    expect(sumProduct()([60, 50, 1], 0)[2]).toBeCloseTo(50 - Math.log1p(Math.exp(-10)), 12);
  });

  it("give zero beside a zero, and 80 at most", () => {
    const [ofOthers, first, second] = sumProduct()([0, 3, -2], 0);
    expect(ofOthers).toBeLessThan(0);
    expect([first, second].map(Math.abs)).toEqual([0, 0]);
    expect(sumProduct()([-7], 0)).toEqual([80]);
    expect(sumProduct()([100, -200], 0)).toEqual([-80, 80]);
  });

  it("cut Φ's arguments", () => {
    // Sums of at least 1e-7 bound the outgoing message by Φ(1e-7) = ln(2e7).
    const cut = sumProduct({ magnitudes: [1e-7, 40], sums: [1e-7, 40] });
    expect(cut([30, 30], 0)[0]).toBeCloseTo(Math.log(2e7), 6);
    // A message 0 counts as 1e-3. Another certain bit does not change that.
    expect(sumProduct({ magnitudes: [1e-3, 40] })([0, 40, 40], 0)[1]).toBeCloseTo(1e-3, 12);
    expect(sumProduct({ sums: [0, 2] })([1e-9, 1e-9], 0)[0]).toBeCloseTo(phi(2), 12);
  });

  it("Φ is its own inverse", () => {
    for (const x of [1e-9, 0.01, 0.5, 1, 2, 10, 30]) expect(phi(phi(x)) / x).toBeCloseTo(1, 6);
    expect(phi(1)).toBeCloseTo(-Math.log(Math.tanh(0.5)), 14);
  });
});
