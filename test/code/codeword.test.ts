import { describe, expect, it } from "vitest";
import { checkCodeword } from "../../src/code/encoder.ts";
import { exampleMatrix } from "./formats/example.ts";

// H = [[1, α, 0], [0, 1, α²]]: if the last symbol is 1, the second is α² = 3 and the first α³ = 1.
describe("checkCodeword", () => {
  it("accepts codewords", () => {
    expect(checkCodeword(exampleMatrix, [1, 3, 1])).toEqual({ isCodeword: true, violatedChecks: [] });
    expect(checkCodeword(exampleMatrix, [0, 0, 0]).isCodeword).toBe(true);
  });

  it("names the checks that others violate", () => {
    expect(checkCodeword(exampleMatrix, [2, 3, 1])).toEqual({ isCodeword: false, violatedChecks: [0] });
    expect(checkCodeword(exampleMatrix, [1, 3, 0])).toEqual({ isCodeword: false, violatedChecks: [1] });
    expect(checkCodeword(exampleMatrix, [0, 1, 0]).violatedChecks).toEqual([0, 1]);
  });

  it("refuses words of another length or field", () => {
    expect(() => checkCodeword(exampleMatrix, [1, 3])).toThrow("the word has 2 symbols: the code has length 3");
    expect(() => checkCodeword(exampleMatrix, [1, 4, 1])).toThrow("symbol 1 is 4: it must be in 0 … 3");
  });
});
