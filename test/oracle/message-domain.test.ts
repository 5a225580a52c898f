import { describe, expect, it } from "vitest";
import { exactF32, f16, f32, levels, type MessageDomain, probabilities } from "./message-domain.ts";

describe("f32 numbers", () => {
  it("are rounded after every operation, or refused", () => {
    expect(f32.combine(1, 2 ** -24)).toBe(1);
    expect(() => exactF32.combine(1, 2 ** -24)).toThrow("not an f32 number");
    // 1 − 2⁻²⁵ is a tie that rounds to the even number 1, not to 1 − 2⁻²⁴.
    expect(f32.without([1, 2 ** -25], [2 ** -25, 0])).toEqual([1, 0]);
  });

  it("are normalised to 2^20 at most", () => {
    for (const domain of [f32, exactF32]) {
      expect(domain.first([0, 2 ** 21, 3])).toEqual([0, 2 ** 20, 3]);
      expect(domain.without([2 ** 22, 7, 5], [1, 0, 3])).toEqual([2 ** 20, 5, 0]);
      expect(domain.decide([3, 1, 1])).toBe(1);
    }
  });
});

describe("f16 numbers", () => {
  it("are rounded where they are kept, not where they are added", () => {
    expect(f16.channel([0, 1 + 2 ** -11, 1e6])).toEqual([0, 1, 2 ** 15]);
    expect(f16.combine(1, 2 ** -12)).toBe(1 + 2 ** -12);
    expect(f16.keep(1 + 2 ** -12)).toBe(1);
    expect(f16.toVariable(2 ** 20)).toBe(2 ** 15);
  });

  it("are normalised in f32 and to 2^15 at most, then rounded", () => {
    // The difference is 2050.25. Rounding 2051 first would give 2052, because 2051 is a tie.
    expect(f16.without([2051, 2 ** 16, 0.5], [0.5, 0, 0.25])).toEqual([2050, 2 ** 15, 0]);
    expect(f16.prior([0, 1 + 2 ** -11])).toEqual([0, 1 + 2 ** -11]);
    expect(f16.first([0, 1, 2 ** 15])).toEqual([0, 1, 2 ** 15]);
  });
});

describe("levels", () => {
  it("round the channel to the nearest, half upwards, and cut it at 1.5 times the largest message", () => {
    expect(levels(16, 0.5).channel([0, 0.24, 0.25, 0.74, 0.75, 100, 1e6])).toEqual([0, 0, 1, 1, 2, 22, 22]);
    expect(levels(8, 1).channel([9.4, 500])).toEqual([9, 10]);
    expect(levels(32, 0.25).channel([11, 2 ** 19])).toEqual([44, 46]);
    expect(levels(5, 1, 9).channel([5, 20])).toEqual([5, 6]);
    expect(() => levels(5, 1)).toThrow("no channel levels");
    // 0.49999997 plus 0.5 is 1 in f32.
    expect(levels(16, 1).channel([0.5 - 2 ** -25])).toEqual([1]);
  });

  it("cut messages at L − 1, and what a layered decoder keeps beside them at the channel's", () => {
    const eight = levels(8, 0.5);
    expect(eight.without([140, 10, 3], [2, 1, 0])).toEqual([127, 6, 0]);
    expect([127, 8, 7].map(eight.toCheck)).toEqual([7, 7, 7]);
    expect(eight.first([127, 0, 5])).toEqual([7, 0, 5]);
    expect(eight.combine(127, 8)).toBe(135);
  });
});

describe("probabilities", () => {
  it("come of LLRs up to a bound", () => {
    expect(probabilities().channel([0, Math.LN2, 1000])).toEqual([1, Math.exp(-Math.LN2), Math.exp(-60)]);
    expect(probabilities({ channelBound: 1 }).channel([5])).toEqual([Math.exp(-1)]);
    const [first, second] = probabilities().first([1, 0.25]);
    expect([first, second]).toEqual([0.8, 0.2]);
  });

  it("have products of at least a bound", () => {
    expect(probabilities().combine(1e-30, 1e-10)).toBe(1e-36);
    expect(probabilities({ leastProduct: 0 }).combine(1e-30, 1e-10)).toBe(1e-30 * 1e-10);
  });

  it("of a posterior without one check sum to 1, and the greatest decides", () => {
    expect(probabilities().without([0.3, 0.2], [0.75, 1 / 6])).toEqual([0.4 / 1.6, 1.2 / 1.6].map(near));
    expect(probabilities().decide([0.1, 0.4, 0.4])).toBe(1);
  });

  it("are kept in 8 bits as bf16", () => {
    const domain: MessageDomain = probabilities({ messages: "bf16" });
    const unit = 2 ** -7;
    expect([1, 1 + unit / 2, 1 + 1.5 * unit, 2 - unit / 4].map(domain.keep)).toEqual([1, 1, 1 + 2 * unit, 2]);
    expect(domain.toVariable(2 ** -100 * (1 + 0.6 * unit))).toBe(2 ** -100 * (1 + unit));
    // 0.3 is 153.6/512.
    expect(domain.channel([0, -Math.log(0.3)])).toEqual([1, 154 / 512]);
    expect(domain.prior([0, -Math.log(0.3)])).toEqual([1, near(0.3)]);
    expect(domain.combine(1, 1 + unit / 2)).toBe(1 + unit / 2);
  });
});

const near = (value: number) => expect.closeTo(value, 12);
