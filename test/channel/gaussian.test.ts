import { erf } from "mathjs";
import { expect, test } from "vitest";
import { normalUpperTail } from "../../src/channel/gaussian.ts";

test.each([
  // erfc(x/√2)/2 of the C library.
  [0, 0.5],
  [1, 0.15865525393145707],
  [2.999, 0.0013543365337271066],
  [3, 0.0013498980316300957],
  [5, 2.866515718791946e-7],
  [8, 6.220960574271819e-16],
])("Q(%f)", (x, expected) => {
  expect(normalUpperTail(x) / expected).toBeCloseTo(1, 11);
});

test("agrees with mathjs where that is accurate", () => {
  for (let x = 0; x < 5; x += 0.01) {
    expect(Math.abs(normalUpperTail(x) - 0.5 * (1 - erf(x / Math.SQRT2)))).toBeLessThan(2e-15);
  }
});
