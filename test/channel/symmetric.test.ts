import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bscChannel, bscQber, qscChannel, qscSymbolError } from "../../src/channel/symmetric.ts";
import { wordsByCell } from "./alias-words.ts";

describe("binary symmetric channel", () => {
  it("has every probability to within 2^-33, and its LLR as an f32 number", () => {
    fc.assert(
      fc.property(fc.double({ min: 2 ** -32, max: 0.5, maxExcluded: true, noNaN: true }), (p) => {
        const { amplitude, llrScale, noise } = bscChannel(p);
        const words = wordsByCell(noise);
        const outputs = words.flatMap((count, cell) => (count > 0 ? [amplitude + cell - 2048] : []));
        expect(outputs).toEqual([-1, 1]);
        expect(words[2047] + words[2049]).toBe(2 ** 32);
        expect(Math.abs(words[2047] / 2 ** 32 - p)).toBeLessThanOrEqual(2 ** -33);
        expect(llrScale).toBe(Math.fround(Math.log((1 - p) / p)));
      }),
      { numRuns: 30 },
    );
  });

  it("finds fault with what is no probability below 1/2, and with flips that would never occur", () => {
    for (const p of [0, -0.1, 0.5, 0.6, 1, Number.NaN])
      expect(bscQber.fault(p)).toBe("a crossover probability is above 0 and below 0.5");
    expect(bscQber.fault(2 ** -33)).toMatch(/multiples of 2\^-32/);
    for (const p of [2 ** -32, 0.11, 0.5 - 2 ** -54]) expect(bscQber.fault(p)).toBeUndefined();
  });
});

describe("q-ary symmetric channel", () => {
  it("has every probability to within 2^-33 for each error, and the LLR of all others as an f32 number", () => {
    const fields = fc.constantFrom(4, 8, 16, 32, 64, 128, 256);
    const below = fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fields, below, (q, share) => {
        const p = (share * (q - 1)) / q;
        fc.pre(qscSymbolError.fault(p, q) === undefined);
        const { noise, ...channel } = qscChannel(p, q);
        const words = wordsByCell(noise);
        expect(new Set(words.slice(1, q)).size).toBe(1);
        expect(words[0]).toBe(2 ** 32 - (q - 1) * words[1]);
        expect(Math.abs(words[1] / 2 ** 32 - p / (q - 1))).toBeLessThanOrEqual(2 ** -33);
        const llrScale = Math.fround(Math.log(((1 - p) * (q - 1)) / p));
        expect(channel).toEqual({ amplitude: 0, alphabet: "symbol", llrScale });
      }),
      { numRuns: 40 },
    );
  });

  it("is the binary symmetric channel over GF(2)", () => {
    expect(qscChannel(0.11, 2)).toEqual(bscChannel(0.11));
    expect(qscSymbolError.fault(0.5, 2)).toBe("a crossover probability is above 0 and below 0.5");
  });

  it("refuses probabilities too large for the field, probabilities that would never occur, and accepts all between", () => {
    for (const p of [0, -0.1, 1, 1.5, Number.NaN])
      for (const q of [undefined, 16])
        expect(qscSymbolError.fault(p, q)).toBe("a symbol error probability is above 0 and below (q − 1)/q");
    expect(qscSymbolError.fault(0.875, 8)).toMatch(/over GF\(8\) .* below \(q − 1\)\/q = 0\.875/);
    expect(qscSymbolError.fault(0.875, 16)).toBeUndefined();
    expect(qscSymbolError.fault(0.9)).toBeUndefined();
    expect(qscSymbolError.fault(7 * 2 ** -32 * 0.99, 8)).toMatch(/multiples of \(q − 1\)·2\^-32/);
    for (const p of [7 * 2 ** -32, 0.3, 0.875 - 2 ** -53]) expect(qscSymbolError.fault(p, 8)).toBeUndefined();
  });
});
