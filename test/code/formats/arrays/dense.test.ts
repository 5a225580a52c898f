import { describe, expect, it } from "vitest";
import { formats } from "../../../../src/code/formats/index.ts";
import { binaryExample, exampleMatrix } from "../example.ts";

const read = (text: string, options = {}) => formats.dense.read(text, { file: "H.csv", ...options }).matrix;

describe("dense text", () => {
  it.each([
    ["spaces", "1 1 0\n0 1 1\n"],
    ["commas", "1, 1, 0\n0,1,1"],
    ["no separators", "# by hand\n110\n\n011\n"],
    ["floats, as numpy.savetxt", "1.0e+00 1.0e+00 0.0e+00\n0.0e+00 1.0e+00 1.0e+00\n"],
  ])("with %s", (_, text) => {
    expect(read(text)).toEqual(binaryExample.matrix);
  });

  it("with field elements", () => {
    expect(read("1 2 0\n0 1 3\n", { polynomial: 7 })).toEqual(exampleMatrix);
  });

  it.each([
    ["1 1 0\n0 1\n", {}, "H.csv:2: 2 values in a row: the first row has 3"],
    ["1 1 0\n0 x 1\n", {}, 'H.csv:2: "x" is no whole number'],
    ["1 1 0\n0 2 1\n", {}, "H.csv:2: value 2 is neither 0 nor 1"],
    ["1 1\n", { values: "exponent" }, "cannot be exponents"],
    ["", {}, "H.csv:1: a matrix of 0 rows"],
  ])("refuses %j", (text, options, message) => {
    expect(() => read(text, options)).toThrow(message);
  });
});
