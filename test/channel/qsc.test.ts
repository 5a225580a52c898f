import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bscChannel, qscChannel, qscSymbolError } from "../../src/channel/symmetric.ts";
import { wordsByCell } from "./alias-words.ts";

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
