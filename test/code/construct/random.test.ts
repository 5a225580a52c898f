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
});
