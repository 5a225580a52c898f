import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bscChannel, bscQber, qscChannel, qscSymbolError } from "../../src/channel/symmetric.ts";
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

describe("q-ary symmetric channel", () => {
  it.each([
    [4, 0.3, 429496730],
    [8, 0.05, 30678338],
    [32, 0.5, 69273666],
    [256, 0.1, 1684301],
    [4, 3 * 2 ** -32, 1],
  ])("over GF(%i) with p = %d: %i of the 2^32 words for each error, and all other words for none", (q, p, each) => {
    const words = wordsByCell(qscChannel(p, q).noise);
    expect(words.slice(1, q)).toEqual(new Array(q - 1).fill(each));
    expect(words[0]).toBe(2 ** 32 - (q - 1) * each);
    expect(words.slice(q).every((count) => count === 0)).toBe(true);
  });

  it("has every probability to within 2^-33 for each error", () => {
    const fields = fc.constantFrom(4, 8, 16, 32, 64, 128, 256);
    const below = fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fields, below, (q, share) => {
        const p = (share * (q - 1)) / q;
        fc.pre(qscSymbolError.fault(p, q) === undefined);
        const { noise, llrScale } = qscChannel(p, q);
        const words = wordsByCell(noise);
        expect(new Set(words.slice(1, q)).size).toBe(1);
        expect(Math.abs(words[1] / 2 ** 32 - p / (q - 1))).toBeLessThanOrEqual(2 ** -33);
        expect(llrScale).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    // ln P(r)/P(a) by hand: 0.7/(0.3/3) = 7, 0.95/(0.05/7) = 133, 0.5/(0.5/31) = 31, 0.9/(0.1/255) = 2295.
    [4, 0.3, Math.log(7)],
    [8, 0.05, Math.log(133)],
    [32, 0.5, Math.log(31)],
    [256, 0.1, Math.log(2295)],
  ])("over GF(%i) with p = %d what was not received has the LLR %d", (q, p, llr) => {
    const { llrScale, amplitude, alphabet } = qscChannel(p, q);
    expect({ amplitude, alphabet }).toEqual({ amplitude: 0, alphabet: "symbol" });
    expect(llrScale).toBe(Math.fround(llr));
  });

  it("is the binary symmetric channel over GF(2)", () => {
    expect(qscChannel(0.11, 2)).toEqual(bscChannel(0.11));
    expect(qscSymbolError.fault(0.5, 2)).toBe("a crossover probability is above 0 and below 0.5");
  });

  it.each([0, -0.1, 1, 1.5, Number.NaN])("finds fault with p = %d for every field", (p) => {
    const fault = "a symbol error probability is above 0 and below (q − 1)/q";
    expect(qscSymbolError.fault(p)).toBe(fault);
    expect(qscSymbolError.fault(p, 16)).toBe(fault);
  });

  it("refuses probabilities too large for the field, probabilities that would never occur, and accepts all between", () => {
    expect(qscSymbolError.fault(0.875, 8)).toMatch(/over GF\(8\) .* below \(q − 1\)\/q = 0\.875/);
    expect(qscSymbolError.fault(0.875, 16)).toBeUndefined();
    expect(qscSymbolError.fault(0.9)).toBeUndefined();
    expect(qscSymbolError.fault(7 * 2 ** -32 * 0.99, 8)).toMatch(/multiples of \(q − 1\)·2\^-32/);
    for (const p of [7 * 2 ** -32, 0.3, 0.875 - 2 ** -53]) expect(qscSymbolError.fault(p, 8)).toBeUndefined();
  });
});
