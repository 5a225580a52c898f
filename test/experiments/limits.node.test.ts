import { describe, expect, it } from "vitest";
import { decoderLimit, peakRates } from "../../experiments/shared/limits.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { loadCode } from "../../src/node/codes/codes.ts";

describe("peakRates", () => {
  it("knows H100 SXM and H200: 132 multiprocessors at 1.98 GHz", () => {
    for (const adapter of ["nvidia-h100-80gb-hbm3", "nvidia-h200"]) {
      const { comparisons, arithmetic } = peakRates({}, adapter);
      expect([comparisons, arithmetic].map((rate) => Number(rate?.toPrecision(3)))).toEqual([16.7e12, 33.5e12]);
    }
  });

  it("takes rates that are given, and knows none of other cards", () => {
    expect(peakRates({ comparisons: 5 }, "nvidia-h200")).toMatchObject({ comparisons: 5 });
    expect(peakRates({ arithmetic: 7 }, "nvidia-h100-pcie")).toEqual({ comparisons: undefined, arithmetic: 7 });
  });
});

describe("decoderLimit", () => {
  const code = loadCode("nb620-gf32");
  const limit = (decoder: string, comparisons?: number) =>
    decoderLimit(code, readDecoder(decoder), { edges: 1860, bytesPerIteration: 1e6 }, { copyBytes: 4e12, comparisons });

  it("is the smaller bound: operations of 310 checks of degree 6, or bytes", () => {
    expect(limit("min-max", 16.7e12)).toEqual({
      operations: 310 * 24_576,
      bytes: 1e6,
      frameIterationsPerSecond: 16.7e12 / (310 * 24_576),
      binding: "operations",
    });
    expect(limit("min-max", 1e15)).toMatchObject({ frameIterationsPerSecond: 4e6, binding: "bytes" });
    expect(limit("min-max")).toMatchObject({ frameIterationsPerSecond: 4e6, binding: "bytes" });
  });
});
