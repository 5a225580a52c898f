import { expect, it } from "vitest";
import { mlgdAdvice } from "../../../src/decoder/majority-logic/advice.ts";

it("majority-logic decoding is advised against for column weights below 4 over GF(q)", () => {
  const weak = "majority-logic decoding (isrb-mlgd, ihrb-mlgd) will be weak";
  expect(mlgdAdvice({ q: 64, variableDegrees: [[2, 200]] })).toBe(`column weight 2: ${weak}`);
  const irregular = [
    [3, 10],
    [4, 20],
  ] as const;
  expect(mlgdAdvice({ q: 4, variableDegrees: irregular })).toBe(`least column weight 3: ${weak}`);
  expect(mlgdAdvice({ q: 32, variableDegrees: [[4, 837]] })).toBeUndefined();
  expect(mlgdAdvice({ q: 2, variableDegrees: [[3, 100]] })).toBeUndefined();
});
