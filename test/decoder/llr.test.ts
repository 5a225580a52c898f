import { describe, expect, it } from "vitest";
import { convertLlr } from "../../src/decoder/llr.ts";
import { InputError } from "../../src/errors.ts";
import { galoisField } from "../../src/galois/field.ts";
import { LLR_BOUND } from "../../wgsl/common/bound.ts";
import { randomNumbers } from "../simulation/random.ts";

const gf2 = galoisField(2);
const gf4 = galoisField(4);
const gf8 = galoisField(8);

describe("bit LLRs", () => {
  it("become costs of symbols, least significant bit first", () => {
    // First symbol: bit 0 is one and bit 1 is zero, so symbol 1 is the likeliest. Second symbol: both bits are one.
    const { llr, clamped } = convertLlr("bit", Float32Array.of(-3, 5, -1, -2), gf4, 2);
    expect([...llr]).toEqual([3, 0, 8, 5, 3, 2, 1, 0]);
    expect(clamped).toBe(0);
    expect([...convertLlr("bit", Float64Array.of(2.5, -1, 0), gf2, 3).llr]).toEqual([0, 2.5, 1, 0, 0, 0]);
  });

  it("say the same as the probabilities they stand for", () => {
    const random = randomNumbers(3);
    const bits = Float64Array.from({ length: 3 * 20 }, () => 8 * (random() - 0.5));
    const { llr } = convertLlr("bit", bits, gf8, 20);
    for (let n = 0; n < 20; n++) {
      const probability = (a: number) =>
        [0, 1, 2].reduce((product, b) => product / (1 + Math.exp((((a >> b) & 1) - 0.5) * 2 * bits[3 * n + b])), 1);
      const best = Math.max(...Array.from({ length: 8 }, (_, a) => probability(a)));
      for (let a = 0; a < 8; a++) expect(llr[8 * n + a]).toBeCloseTo(Math.log(best / probability(a)), 5);
    }
  });

  it("are cut at the bound and counted", () => {
    const { llr, clamped } = convertLlr("bit", Float64Array.of(Number.NEGATIVE_INFINITY, 1e300, LLR_BOUND, 1), gf4, 2);
    expect([...llr]).toEqual([LLR_BOUND, 0, 2 * LLR_BOUND, LLR_BOUND, 0, LLR_BOUND, 1, LLR_BOUND + 1]);
    expect(clamped).toBe(2);
  });
});

describe("symbol vectors", () => {
  it("lose their smallest cost, for every constant", () => {
    const costs = [4, 1.5, 2, 9];
    for (const constant of [0, -100, 1e6]) {
      const { llr, clamped } = convertLlr(
        "symbol",
        Float64Array.from(costs, (cost) => cost + constant),
        gf4,
        1,
      );
      expect([...llr]).toEqual([2.5, 0, 0.5, 7.5]);
      expect(clamped).toBe(0);
    }
  });

  it("are cut at the bound and counted", () => {
    const infinity = Number.POSITIVE_INFINITY;
    const given = Float32Array.of(infinity, 1, 2, 1e30, -infinity, 0, -infinity, infinity);
    const { llr, clamped } = convertLlr("symbol", given, gf4, 1);
    expect([...llr]).toEqual([LLR_BOUND, 0, 1, LLR_BOUND, 0, LLR_BOUND, 0, LLR_BOUND]);
    expect(clamped).toBe(2 + 4);
  });
});

describe("LLRs for a decoder of bits", () => {
  const bits = { input: "bit" } as const;

  it("are the bit LLRs, cut at the bound and counted", () => {
    const given = Float64Array.of(2.5, -1, -0, Number.NEGATIVE_INFINITY, 1e300, -LLR_BOUND, 2 * LLR_BOUND);
    const { llr, clamped } = convertLlr("bit", given, gf2, 7, bits);
    expect([...llr]).toEqual([2.5, -1, 0, -LLR_BOUND, LLR_BOUND, -LLR_BOUND, LLR_BOUND]);
    expect(clamped).toBe(3);
  });

  it("are the difference of two costs", () => {
    const infinity = Number.POSITIVE_INFINITY;
    const pairs = [
      [3, 5],
      [101.5, 100],
      [7, 7],
      [0, infinity],
      [infinity, -4],
      [-infinity, -infinity],
      [-1e30, 5],
    ];
    const { llr, clamped } = convertLlr("symbol", Float64Array.from(pairs.flat()), gf2, 7, bits);
    expect([...llr]).toEqual([2, -1.5, 0, LLR_BOUND, -LLR_BOUND, 0, LLR_BOUND]);
    expect(clamped).toBe(1 + 1 + 2 + 1);
  });

  it("equal those for a decoder of symbols", () => {
    const random = randomNumbers(5);
    const given = Float32Array.from({ length: 200 }, () => 30 * (random() - 0.5));
    const { llr } = convertLlr("bit", given, gf2, 50, bits);
    const symbols = convertLlr("bit", given, gf2, 50).llr;
    llr.forEach((value, n) => {
      expect(value).toBe(symbols[2 * n + 1] - symbols[2 * n]);
    });
    expect([...convertLlr("symbol", symbols, gf2, 50, bits).llr]).toEqual([...llr]);
  });

  it("are the values themselves where nothing is cut, if they are nobody else's", () => {
    const own = Float32Array.of(1, -0, -3);
    const { llr } = convertLlr("bit", own, gf2, 3, { input: "bit", inPlace: true });
    expect(llr).toBe(own);
    expect(Object.is(own[1], 0)).toBe(true);
    const certain = Float32Array.of(1, Number.NEGATIVE_INFINITY);
    const cut = convertLlr("bit", certain, gf2, 2, { input: "bit", inPlace: true });
    expect([...cut.llr, cut.clamped]).toEqual([1, -LLR_BOUND, 1]);
    expect(certain[1]).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe("numbers that are no LLR", () => {
  const refused = (work: () => unknown, message: string) => {
    expect(work).toThrow(InputError);
    expect(work).toThrow(message);
  };

  it("is refused with file, frame and index", () => {
    const bits = Float32Array.of(1, 2, 3, 4, 1, 2, 3, Number.NaN);
    refused(
      () => convertLlr("bit", bits, gf4, 2, { file: "a.npy", firstFrame: 10 }),
      "a.npy: frame 11: bit LLR 3 is NaN",
    );
    refused(() => convertLlr("symbol", bits, gf4, 1), "frame 1: symbol LLR 3 is NaN");
    const impossible = new Float32Array(8).fill(Number.POSITIVE_INFINITY, 4);
    const nan = Float32Array.of(0, Number.NaN);
    refused(() => convertLlr("bit", nan, gf2, 1, { input: "bit", file: "a.npy" }), "a.npy: frame 1: bit LLR 0 is NaN");
    refused(() => convertLlr("symbol", impossible, gf4, 2), "frame 0: symbol LLR 4 and all others of its symbol");
  });

  it("is refused for a decoder of bits over other fields", () => {
    refused(() => convertLlr("bit", new Float32Array(4), gf4, 2, { input: "bit" }), "over GF(2), not GF(4)");
  });

  it("is refused if frames are not whole", () => {
    refused(() => convertLlr("bit", new Float32Array(6), gf4, 2), "6 bit LLRs are not whole frames of 4");
  });
});
