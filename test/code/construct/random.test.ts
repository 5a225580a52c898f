import { describe, expect, test } from "vitest";
import { randomSource, xoshiro128 } from "../../../src/code/construct/random.ts";

test("xoshiro128** gives the outputs of the authors' program (version 1.1) from the state 1, 2, 3, 4", () => {
  const next = xoshiro128(Uint32Array.of(1, 2, 3, 4));
  const expected = [
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ];
  expect(Array.from({ length: 10 }, next)).toEqual(expected);
});

describe("random source", () => {
  test("a seed means one sequence, another seed another", () => {
    const draws = (seed: number): number[] => {
      const random = randomSource(seed);
      return Array.from({ length: 20 }, () => random.below(1000));
    };
    expect(draws(1)).toEqual(draws(1));
    expect(draws(1)).not.toEqual(draws(2));
  });

  test("below(bound) takes every value about equally often", () => {
    const random = randomSource(7);
    const counts = new Array<number>(6).fill(0);
    for (let i = 0; i < 60_000; i++) counts[random.below(6)]++;
    // Six standard deviations of a binomial with p = 1/6.
    for (const count of counts)
      expect(Math.abs(count - 10_000)).toBeLessThan(6 * Math.sqrt(60_000 * (1 / 6) * (5 / 6)));
  });

  test("shuffle reaches all orders about equally often", () => {
    const random = randomSource(3);
    const counts = new Map<string, number>();
    for (let i = 0; i < 24_000; i++) {
      const order = random.shuffle([0, 1, 2, 3]).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(6 * Math.sqrt(1000));
  });
});
