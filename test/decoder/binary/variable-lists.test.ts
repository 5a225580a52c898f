import { expect, it } from "vitest";
import { frequentDegrees } from "../../../src/decoder/binary/variable-lists.ts";

const listsOf = (degrees: readonly number[]) => ({
  start: Uint32Array.from([0, ...degrees].map((_, i) => degrees.slice(0, i).reduce((sum, degree) => sum + degree, 0))),
  edges: new Uint32Array(),
  block: 1,
});

it("the most frequent degrees of variables have functions", () => {
  expect(frequentDegrees(listsOf([2, 3, 3, 1, 3, 2]))).toEqual([3, 2, 1]);
  expect(frequentDegrees(listsOf([1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 8]))).toEqual([8, 7, 1, 2, 3, 4]);
});
