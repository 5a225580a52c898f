import { describe, expect, it } from "vitest";
import { binaryShares, decoderLimit, peakRates, sharesText } from "../../experiments/shared/limits.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { loadCode } from "../../src/node/codes/codes.ts";

const CODE = loadCode("wimax-2304-1152");
const SPEC = readDecoder("offset-min-sum schedule=layered messages=int11 iterations=10");
/** A million frames per second with 10 iterations. */
const SPEED = { frameIterations: 1e7, edges: 7296, bytes: 1e9 };
const RATES = { copyBytes: 4e9, comparisons: 1e12, workgroupBytes: 2e12 };

describe("shares of a device's limits", () => {
  it("count 8 operations and 8 bytes of workgroup memory for an edge of two frames", () => {
    const edges = (1e7 * 7296) / 2;
    expect(binaryShares(CODE, SPEC, SPEED, true, RATES)).toEqual({
      instructions: (8 * edges) / 1e12,
      workgroupMemory: (8 * edges) / 2e12,
      deviceMemory: 0.25,
    });
  });

  it("lack what has no rate, and of messages in memory all but device memory", () => {
    expect(binaryShares(CODE, SPEC, SPEED, true, { copyBytes: 4e9 })).toEqual({ deviceMemory: 0.25 });
    expect(binaryShares(CODE, SPEC, SPEED, false, RATES)).toEqual({ deviceMemory: 0.25 });
  });

  it("are per cent of names", () => {
    expect(sharesText({ instructions: 0.851, workgroupMemory: 0.42, deviceMemory: 0.1 })).toBe(
      "85 % of instructions, 42 % of workgroup memory, 10 % of device memory",
    );
    expect(sharesText({ deviceMemory: 0.1 })).toBe("10 % of device memory");
  });
});

describe("peakRates", () => {
  it("knows H100 SXM and H200: 132 multiprocessors at 1.98 GHz", () => {
    for (const adapter of ["nvidia-h100-80gb-hbm3", "nvidia-h200"]) {
      const { comparisons, arithmetic, workgroupBytes } = peakRates({}, adapter);
      expect([comparisons, arithmetic, workgroupBytes].map((rate) => Number(rate?.toPrecision(3)))).toEqual([
        16.7e12, 33.5e12, 33.5e12,
      ]);
    }
  });

  it("takes rates that are given, and knows none of other cards", () => {
    expect(peakRates({ comparisons: 5 }, "nvidia-h200")).toMatchObject({ comparisons: 5 });
    expect(peakRates({ arithmetic: 7 }, "nvidia-h100-pcie")).toEqual({
      comparisons: undefined,
      arithmetic: 7,
      workgroupBytes: undefined,
    });
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
