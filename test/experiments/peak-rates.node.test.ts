import { describe, expect, it } from "vitest";
import { peakRates } from "../../experiments/shared/limits/peak-rates.ts";

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
