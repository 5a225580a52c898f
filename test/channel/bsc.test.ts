import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bscChannel, bscQber } from "../../src/channel/symmetric.ts";
import { wordsByCell } from "./alias-words.ts";

/** Number of random words that lead to each output v = amplitude + cell − 2048. */
function wordsByOutput(p: number): Map<number, number> {
  const { amplitude, noise } = bscChannel(p);
  const all = wordsByCell(noise).map((words, cell) => [amplitude + cell - 2048, words] as const);
  return new Map(all.filter(([, words]) => words > 0));
}

describe("binary symmetric channel", () => {
  it.each([
    [2 ** -32, 1],
    [2.4e-10, 1],
    [0.01, 42949673],
    [0.11, 472446403],
    [0.25, 2 ** 30],
    [0.499999, 2147479353],
  ])("p = %d flips %d of the 2^32 words, and all other words come through", (p, flipped) => {
    expect(wordsByOutput(p)).toEqual(
      new Map([
        [-1, flipped],
        [1, 2 ** 32 - flipped],
      ]),
    );
  });

  it("has every probability to within 2^-33", () => {
    fc.assert(
      fc.property(fc.double({ min: 2 ** -32, max: 0.5, maxExcluded: true, noNaN: true }), (p) => {
        const words = wordsByOutput(p);
        expect(words.get(-1)! + words.get(1)!).toBe(2 ** 32);
        expect(Math.abs(words.get(-1)! / 2 ** 32 - p)).toBeLessThanOrEqual(2 ** -33);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    // ln((1 − p)/p) from tables: logit(0.01), logit(0.05), logit(0.11), logit(0.25) = ln 3.
    [0.01, 4.59511985013459],
    [0.05, 2.9444389791664403],
    [0.11, 2.0907410969337694],
    [0.25, 1.0986122886681098],
  ])("p = %d has the LLR %d of an output +1", (p, llr) => {
    const { llrScale, amplitude } = bscChannel(p);
    expect(amplitude).toBe(0);
    expect(llrScale).toBe(Math.fround(llr));
  });

  it.each([0, -0.1, 0.5, 0.6, 1, Number.NaN])("finds fault with p = %d", (p) => {
    expect(bscQber.fault(p)).toBe("a crossover probability is above 0 and below 0.5");
  });

  it("refuses probabilities that would never flip, and accepts all between", () => {
    expect(bscQber.fault(2 ** -33)).toMatch(/multiples of 2\^-32/);
    for (const p of [2 ** -32, 0.11, 0.5 - 2 ** -54]) expect(bscQber.fault(p)).toBeUndefined();
  });
});
