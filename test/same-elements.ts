import { expect } from "vitest";

/** Expects equal elements, bit for bit but for the sign of zero; says where the first difference is. */
export function expectSameElements(actual: ArrayLike<number>, expected: ArrayLike<number>, what = ""): void {
  expect(actual.length, `${what}: length`).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    if (actual[i] !== expected[i]) expect.fail(`${what}: element ${i} is ${actual[i]} instead of ${expected[i]}`);
  }
}
