import { expect } from "vitest";

/** Expects elements that are equal bit for bit, except for the sign of zero. The error shows the first difference. */
export function expectSameElements(actual: ArrayLike<number>, expected: ArrayLike<number>, what = ""): void {
  expect(actual.length, `${what}: length`).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    if (actual[i] !== expected[i]) expect.fail(`${what}: element ${i} is ${actual[i]} instead of ${expected[i]}`);
  }
}
